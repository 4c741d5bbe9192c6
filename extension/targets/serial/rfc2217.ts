/*
 * RFC 2217 as a client, for example of ser2net or labgrid: telnet whose option 44 sets up the
 * server's serial port. Bytes are RFC 854's, a doubled 255 being data:
 *
 *   > 255 251 44                            WILL COM-PORT-OPTION
 *   < 255 253 44                            DO COM-PORT-OPTION
 *   > 255 250 44 1 0 1 194 0 255 240        set the rate: 115,200 baud
 *   < 255 250 44 101 0 1 194 0 255 240      the rate that the port has now
 *
 * It fails where the server refuses the option or binary data, or keeps another setting.
 */

const SE = 240;
const SB = 250;
const WILL = 251;
const WONT = 252;
const DO = 253;
const DONT = 254;
const IAC = 255;

/** Without it, a carriage return is followed by a byte that was not sent. */
const BINARY = 0;
const SUPPRESS_GO_AHEAD = 3;
const COM_PORT = 44;
const SUPPORTED = [BINARY, SUPPRESS_GO_AHEAD, COM_PORT];

/** An answer's command is the request's and this. */
const ANSWERED = 100;
/** Longer ones are of no use here; they are cut. */
const LONGEST_SUBNEGOTIATION = 64;

/** One setting of a serial port; `is` describes a value in a sentence. */
interface Setting {
  readonly command: number;
  readonly value: number;
  readonly bytes: number;
  readonly is: (value: number) => string;
}

const PARITIES = ['', 'no parity', 'odd parity', 'even parity', 'mark parity', 'space parity'];
const STOP_BITS = ['', '1 stop bit', '2 stop bits', '1.5 stop bits'];

/** The settings that must be as asked for. */
const settingsAt = (baud: number): readonly Setting[] => [
  { command: 1, value: baud, bytes: 4, is: (value) => `${value} baud` },
  { command: 2, value: 8, bytes: 1, is: (value) => `${value} data bits` },
  { command: 3, value: 1, bytes: 1, is: (value) => PARITIES[value] ?? `parity ${value}` },
  { command: 4, value: 1, bytes: 1, is: (value) => STOP_BITS[value] ?? `stop bits ${value}` },
];

/** No flow control. Not every server answers this one. */
const FLOW_CONTROL: Setting = { command: 5, value: 1, bytes: 1, is: String };

/** Why a server's port cannot be used. */
export type PortRefusal =
  | { readonly kind: 'no-com-port' }
  | { readonly kind: 'not-binary' }
  /** It keeps a setting, both in words. */
  | { readonly kind: 'setting'; readonly kept: string; readonly wanted: string };

/** Receives what the server sends. */
interface PortListener {
  /** Sends to the server. */
  readonly send: (bytes: Uint8Array) => void;
  /** Bytes of the serial line, or of a greeting before. */
  readonly data: (bytes: Uint8Array) => void;
  /** The port is set up. */
  readonly ready: () => void;
  readonly onRefusal: (why: PortRefusal) => void;
}

/** The client's side of a connection. */
interface PortClient {
  /** Starts the negotiation. */
  start(): void;
  /** Takes bytes from the server. */
  bytes(chunk: Uint8Array): void;
}

/** Sets a server's port up and takes its data out of telnet. */
export function createPortClient(baud: number, listener: PortListener): PortClient {
  const settings = settingsAt(baud);
  /** Empty until the requests are sent: a server may announce its settings before. */
  const unanswered = new Set<Setting>();
  const negotiation = createNegotiation({
    send: (command, option) => listener.send(Uint8Array.of(IAC, command, option)),
    onAgreement: () => {
      settings.forEach((each) => unanswered.add(each));
      for (const each of [...settings, FLOW_CONTROL]) listener.send(request(each));
    },
    onRefusal: (option) =>
      listener.onRefusal({ kind: option === COM_PORT ? 'no-com-port' : 'not-binary' }),
  });
  const read = createTelnetReader({
    data: listener.data,
    option: negotiation.receive,
    subnegotiation: ([option, command = 0, ...rest]) => {
      const setting = settings.find((each) => each.command + ANSWERED === command);
      if (option !== COM_PORT || setting === undefined || !unanswered.has(setting)) return;
      const value = rest.reduce((sum, byte) => sum * 256 + byte, 0);
      if (value !== setting.value) {
        const [kept, wanted] = [setting.is(value), setting.is(setting.value)];
        return listener.onRefusal({ kind: 'setting', kept, wanted });
      }
      unanswered.delete(setting);
      if (unanswered.size === 0) listener.ready();
    },
  });
  return { start: negotiation.start, bytes: read };
}

function request({ command, value, bytes }: Setting): Uint8Array {
  const digits = Array.from({ length: bytes }, (_, i) => (value >>> (8 * (bytes - 1 - i))) & 255);
  const content = escapeTelnet(Uint8Array.from(digits));
  return Uint8Array.of(IAC, SB, COM_PORT, command, ...content, IAC, SE);
}

/** Doubles the byte that would begin a command. */
export function escapeTelnet(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes].flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])));
}

interface NegotiationListener {
  readonly send: (command: number, option: number) => void;
  /** All that is needed is on at both ends. */
  readonly onAgreement: () => void;
  readonly onRefusal: (option: number) => void;
}

/** One end's use of an option: asked for by us, or on. */
type OptionState = 'asked' | 'on';

/** Agrees on options as RFC 1143 demands: only changes are answered, so two ends cannot go on for ever. */
function createNegotiation({ send, onAgreement, onRefusal }: NegotiationListener) {
  const here = new Map<number, OptionState>();
  const there = new Map<number, OptionState>();
  let isAgreed = false;
  const ask = (end: Map<number, OptionState>, command: number, option: number) => {
    end.set(option, 'asked');
    send(command, option);
  };
  const turnOn = (end: Map<number, OptionState>, option: number, yes: number, no: number) => {
    const isNew = !end.has(option);
    const isSupported = SUPPORTED.includes(option);
    if (isNew) send(isSupported ? yes : no, option);
    if (isSupported) end.set(option, 'on');
  };
  const turnOff = (end: Map<number, OptionState>, option: number, no: number) => {
    if (end.get(option) === 'on') send(no, option);
    // A server announces by WILL and WONT COM-PORT-OPTION nothing that is needed here.
    const isNeeded = option === BINARY || (option === COM_PORT && end === here);
    if (isNeeded && end.has(option)) onRefusal(option);
    end.delete(option);
  };
  return {
    start: () => {
      ask(here, WILL, COM_PORT);
      ask(here, WILL, BINARY);
      ask(there, DO, BINARY);
    },
    receive: (command: number, option: number) => {
      if (command === DO) turnOn(here, option, WILL, WONT);
      if (command === WILL) turnOn(there, option, DO, DONT);
      if (command === DONT) turnOff(here, option, WONT);
      if (command === WONT) turnOff(there, option, DONT);
      const isOn = [here.get(COM_PORT), here.get(BINARY), there.get(BINARY)].every(
        (state) => state === 'on',
      );
      if (isOn && !isAgreed) {
        isAgreed = true;
        onAgreement();
      }
    },
  };
}

interface TelnetListener {
  readonly data: (bytes: Uint8Array) => void;
  readonly option: (command: number, option: number) => void;
  /** An option and its bytes. */
  readonly subnegotiation: (content: readonly number[]) => void;
}

/** Takes commands out of a telnet stream, wherever its chunks are cut. */
function createTelnetReader({ data, option, subnegotiation }: TelnetListener) {
  /** The command that is being read: nothing, IAC, or one that waits for its option. */
  let command: number | undefined;
  let content: number[] | undefined;
  /** Returns the byte if it is data of the line. */
  const step = (byte: number): number | undefined => {
    if (command === undefined) {
      if (byte === IAC) command = IAC;
      else return plain(byte);
    } else if (command === IAC) {
      command = byte >= WILL && byte <= DONT ? byte : undefined;
      if (byte === IAC) return plain(IAC);
      if (byte === SB) content = [];
      if (byte === SE && content !== undefined) {
        subnegotiation(content);
        content = undefined;
      }
    } else {
      const complete = command;
      command = undefined;
      option(complete, byte);
    }
    return undefined;
  };
  const plain = (byte: number): number | undefined => {
    if (content === undefined) return byte;
    if (content.length < LONGEST_SUBNEGOTIATION) content.push(byte);
    return undefined;
  };
  return (chunk: Uint8Array) => {
    const kept: number[] = [];
    for (const byte of chunk) {
      const own = step(byte);
      if (own !== undefined) kept.push(own);
    }
    if (kept.length > 0) data(Uint8Array.from(kept));
  };
}
