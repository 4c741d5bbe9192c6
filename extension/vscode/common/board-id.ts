/** Boards are named by where they were found: `launch:Debug`, `gdb://host:port`. */
export function isBoardId(target: string): boolean {
  return /^(?!ssh:)[a-z]+:/.test(target);
}
