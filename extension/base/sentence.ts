/** Returns whether a text is a sentence rather than a command to be typed. */
export function isSentence(text: string): boolean {
  return /^[A-Z]\S* |[.!?]$/.test(text);
}
