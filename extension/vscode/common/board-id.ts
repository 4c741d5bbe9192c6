/** True for boards, whose ids name their source: `launch:Debug`, `gdb://host:port`. */
export function isBoardId(target: string): boolean {
  return /^(?!ssh:)[a-z]+:/.test(target);
}
