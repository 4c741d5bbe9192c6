/** Below this, 95 % of all normal numbers lie, taken without their sign. */
export const NORMAL_95 = 1.959964;

// The same bound for Student's t with 1 to 30 degrees of freedom.
const STUDENT_95 = [
  ...[12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281],
  ...[2.201, 2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.093, 2.086],
  ...[2.0796, 2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423],
];

/** The two-sided 95 % bound of Student's t, degrees of freedom rounded down. */
export function student95(freedom: number): number {
  const whole = Math.max(1, Math.floor(freedom));
  return STUDENT_95[whole - 1] ?? expansion(whole);
}

/** Cornish and Fisher's expansion, exact to four digits beyond the table. */
function expansion(freedom: number): number {
  const z = NORMAL_95;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return z + (z ** 3 + z) / 4 / freedom + second / freedom ** 2;
}
