"""Samples the program counter of a core that runs: read by `pyocd commander --no-init`, which gives it `session`.

It listens at `port` of the loopback interface for one client. Each line is a request, and is answered by one line of
JSON, a result or {"error": TEXT}:

    before                the register DEMCR before pyOCD switched the trace unit on, as a list
    read ADDRESS          a word
    words ADDRESS COUNT   words as a list
    write ADDRESS VALUE
    write8 ADDRESS VALUE  a byte
    look COUNT            DWT_PCSR as a list
    sample MILLISECONDS   DWT_PCSR for so long: a list of lists of [address, count]; more than one, in the order of time,
                          where the probe is so slow that it reads no more than one block
    turns COUNT FIRST LAST ...
                          the first and last words of blocks in turns, and those of the first block once more, as a list;
                          a block of one word has the same address twice
    halt COUNT            stops the core so often: the program counters as a list

At the end of the connection the core's debug mode is switched off, unless the core is stopped.
"""
import collections
import json
import socket
import sys
import time

from pyocd.coresight import ap, dwt, itm

PCSR, DEMCR, DHCSR, DEBUG_KEY = 0xE000101C, 0xE000EDFC, 0xE000EDF0, 0xA05F0000
S_HALT = 1 << 17
# Registers of the access port; the size of words, and no increment of the address.
CSW, TAR, DRW, SIZE_AND_INCREMENT, WORDS = 0x00, 0x04, 0x0C, 0x37, 2
AT_ONCE, PIECE = 256, 32
CLIENT_SECONDS = 30


def attach():
    """Finds the core, and what its DEMCR was. What the firmware has set in its trace unit pyOCD would overwrite."""
    dwt.DWT.init = itm.ITM.init = lambda unit: None
    before = {}
    find = ap.AHB_AP.find_components

    def find_later(port):
        before[port] = port.read32(DEMCR)
        find(port)

    ap.AHB_AP.find_components = find_later
    session.board.init()
    core = session.target.selected_core or session.target.cores[min(session.target.cores)]
    return core, before.get(core.ap, core.read32(DEMCR))


class Sampler:
    def __init__(self, core, control):
        self.core = core
        self.control = control

    def before(self):
        return [self.control]

    def read(self, address):
        return self.core.read32(address)

    def write(self, address, value):
        self.core.write32(address, value)

    def words(self, address, count):
        return self.core.read_memory_block32(address, count)

    def write8(self, address, value):
        self.core.write8(address, value)

    def look(self, count):
        return [word for _ in range(0, count, AT_ONCE) for word in self._block()][:count]

    def sample(self, milliseconds):
        end = time.monotonic() + milliseconds / 1000
        pcs = self._block()
        if time.monotonic() >= end:
            return [list(collections.Counter(pcs[at:at + PIECE]).items()) for at in range(0, AT_ONCE, PIECE)]
        counts = collections.Counter(pcs)
        while time.monotonic() < end:
            counts.update(self._block())
        return [list(counts.items())]

    def turns(self, count, *ends):
        blocks = [dict.fromkeys(ends[at:at + 2]) for at in range(0, len(ends), 2)]
        reads = [self.core.read32(at, now=False) for block in blocks * count + blocks[:1] for at in block]
        return [read() for read in reads]

    def halt(self, count):
        return [self._halted() for _ in range(count)]

    def _halted(self):
        self.core.halt()
        try:
            return self.core.read_core_register("pc")
        finally:
            self.core.resume()

    def _block(self):
        """The same register again and again, as fast as the probe can."""
        port = self.core.ap
        control = port.read_reg(CSW)
        port.write_reg(CSW, control & ~SIZE_AND_INCREMENT | WORDS)
        try:
            port.write_reg(TAR, PCSR)
            return port.dp.probe.read_ap_multiple(port.address.address + DRW, AT_ONCE)
        finally:
            port.write_reg(CSW, control)


def answer(sampler, line):
    name, *values = line.split()
    if name not in ("before", "read", "words", "write", "write8", "look", "sample", "turns", "halt"):
        return {"error": "no request is named " + name}
    try:
        return getattr(sampler, name)(*map(int, values))
    except Exception as error:
        return {"error": str(error) or type(error).__name__}


def serve(sampler):
    with socket.create_server(("127.0.0.1", port)) as listening:
        listening.settimeout(CLIENT_SECONDS)
        print("Cyclescope samples at port %d" % port, file=sys.stderr, flush=True)
        client, _ = listening.accept()
    with client, client.makefile("rw", encoding="ascii", newline="\n") as lines:
        for line in lines:
            lines.write(json.dumps(answer(sampler, line)) + "\n")
            lines.flush()


core, control = attach()
try:
    serve(Sampler(core, control))
finally:
    if not core.read32(DHCSR) & S_HALT:
        core.write32(DHCSR, DEBUG_KEY)
