/** Ports and who may connect are ours to say; what acts on the target or ends the server is not wanted. */
const NOT_OURS =
  /^(?:(?:gdb|tcl|telnet)[_ ]port|bindto|program|shutdown|exit|reset|halt|resume|load_image|flash\s+(?:write|erase|fill)\w*|rtt|sleep)(?:\s|$)/;
/** An RTOS to be aware of reads the target's memory whenever the core stops. */
const RTOS = /\bconfigure\s+-rtos\s/;
const INIT = /^init(?:\s|$)/;
const SERIAL =
  /^(?:adapter\s+serial|hla_serial|cmsis_dap_serial|jlink\s+serial|(?:ftdi|st-?link|kitprog)_serial)\s+["{]?([^\s"}]+)/;

/** The commands that configure OpenOCD: those before `init` that neither act on the target nor choose ports. */
export function configuringCommands(commands: readonly string[]): readonly string[] {
  const all = commands.flatMap(statements);
  const init = all.findIndex((command) => INIT.test(command));
  return (init < 0 ? all : all.slice(0, init)).filter(
    (command) => !NOT_OURS.test(command) && !RTOS.test(command),
  );
}

/** The serial number that a command chooses the probe by. */
export function serialIn(commands: readonly string[]): string | undefined {
  return commands.flatMap(statements).flatMap((command) => SERIAL.exec(command)?.[1] ?? [])[0];
}

/** Tcl with braces, quotes or brackets stays whole: its semicolons may mean something else. */
function statements(command: string): readonly string[] {
  const parts = /[{"[]/.test(command) ? [command] : command.split(/[;\n]/);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
