/** Whether a text says what to do, and is no command to be typed. */
export function isSentence(text: string): boolean {
  return /^[A-Z]\S* |[.!?]$/.test(text);
}
