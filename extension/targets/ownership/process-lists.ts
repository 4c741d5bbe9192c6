import type { UserProcess } from './running';

/** `ps -o uid=,pid=,command=`: arguments with blanks fall apart, which serial numbers and ports survive. */
export function listedByPs(text: string, user: number | undefined): readonly UserProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, uid, pid, command] = /^\s*(\d+)\s+(\d+)\s+(\S.*)$/.exec(line) ?? [];
    if (command === undefined || Number(uid) !== user) return [];
    return { pid: Number(pid), argv: command.trim().split(/\s+/) };
  });
}

/** `tasklist /fo csv /nh`: names and ids, no arguments. */
export function listedByTasklist(text: string): readonly UserProcess[] {
  return text.split('\n').flatMap((line) => {
    const [, name, pid] = /^"([^"]+)","(\d+)"/.exec(line) ?? [];
    return name === undefined ? [] : { pid: Number(pid), argv: [name] };
  });
}
