#!/usr/bin/env python3
"""labgrid's exporter, with one more class of resource: a debug server that runs while its place is acquired.

    python3 cyclescope_exporter.py --name lab --hostname 127.0.0.1 exporter.yaml

It takes the options of labgrid-exporter. A resource of class CyclescopeDebugServer has these parameters:

    server    openocd (default) or pyocd
    serial    the USB serial number of its probe, which must be attached
    probe     in its place, a probe that is not on USB: pyOCD's name of it, or any name for OpenOCD
    args      options of the server, in one line as for a shell: configuration files, or the target
    program   the server's program, if it is not found by its name
    port      its port, which those who use an SSH tunnel have to know; by default any that is free

Users of the place see its host, port and probe. What can go wrong: a server that does not start, or ends by itself,
leaves the resource without a port and with the reason in `why`, and is started again for the next user. A server never
outlives the exporter, however that ends. If the coordinator ends, all places are free again: the servers end, and the
exporter waits for it to come back.
"""

import atexit
import collections
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import attr
from labgrid.remote import exporter

# The coordinator waits ten seconds for an exporter.
START_S = 8
STOP_S = 3
RETRY_S = 1
# labgrid's exit code of an exporter whose coordinator is gone.
COORDINATOR_GONE = 100

LOOPBACK = "127.0.0.1"
USB_DEVICES = Path("/sys/bus/usb/devices")


def openocd_command(program, port, serial, _probe, args):
    """Returns OpenOCD's command line; port 0 is any that is free."""
    first = f"bindto {LOOPBACK}; gdb_port {port}; tcl_port disabled; telnet_port disabled"
    # A serial number counts only after the driver was chosen, which the configuration does.
    select = [] if serial is None else ["-c", f"adapter serial {{{serial}}}"]
    # Without the last command, a read that failed would look like zeros.
    return [program, "-c", first, *args, *select, "-c", "gdb_report_data_abort enable"]


def pyocd_command(program, port, serial, probe, args):
    """Returns pyOCD's command line: it must not unlock, which erases, and it serves only the loopback interface."""
    name = serial or probe
    select = [] if name is None else ["--uid", name]
    ports = ["--port", f"{port}", "--telnet-port", "0"]
    options = ["--no-wait", "--connect", "attach", "-O", "auto_unlock=false", "-O", "cache.enable_memory=false"]
    return [program, "gdbserver", *ports, *options, *select, *args]


# How each server is started, and the line with its port.
SERVERS = {
    "openocd": (openocd_command, re.compile(r"Listening on port (\d+) for gdb")),
    "pyocd": (pyocd_command, re.compile(r"GDB server (?:listening|started) (?:at|on) port (\d+)")),
}


class Server:
    """A debug server as a child of this process, with the last lines of its output."""

    running = set()

    def __init__(self, command, port_line):
        self.port = None
        self.lines = collections.deque(maxlen=50)
        self.port_line = port_line
        self.is_settled = threading.Event()
        # The kernel ends it with this process, whatever ends that. Code between fork and exec would disturb gRPC.
        command = ["setpriv", "--pdeathsig", "KILL", *command]
        self.child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
        )
        Server.running.add(self)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.append(line.strip())
            found = self.port_line.search(line)
            if found and self.port is None:
                self.port = int(found[1])
                self.is_settled.set()
        self.is_settled.set()

    def has_ended(self):
        """Checks whether it ended by itself."""
        return self.child.poll() is not None

    def explain(self):
        """Returns the last errors in its output, or its last line."""
        errors = [line for line in self.lines if re.search(r"error|fail|can't|not found", line, re.IGNORECASE)]
        return " | ".join(errors[-3:] or list(self.lines)[-1:])

    def stop(self):
        """Ends it, and waits until it is gone."""
        self.child.terminate()
        try:
            self.child.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()
        self.reader.join(1)
        Server.running.discard(self)


def stop_all():
    """Ends the servers that are still running."""
    for server in list(Server.running):
        server.stop()


class Probe:
    """The probe as the exporter watches it: on USB by its serial number, elsewhere it is taken to be there."""

    def __init__(self, serial):
        self.serial = serial
        self.avail = serial is None

    def poll(self):
        """Looks for the probe."""
        if self.serial is not None:
            self.avail = any(read_text(path) == self.serial for path in USB_DEVICES.glob("*/serial"))


def read_text(path):
    """Reads a file of a device, which may vanish meanwhile."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return None


@attr.s(eq=False)
class DebugServerExport(exporter.ResourceExport):
    """Exports a debug server; labgrid calls `_start` and `_stop` as the place is acquired and released."""

    def __attrs_post_init__(self):
        super().__attrs_post_init__()
        own = dict(self.local_params)
        self.serial = text_or_none(own.pop("serial", None))
        self.probe = text_or_none(own.pop("probe", None))
        self.kind = own.pop("server", "openocd")
        self.program = own.pop("program", self.kind)
        self.port = int(own.pop("port", 0))
        self.options = shlex.split(own.pop("args", ""))
        if own or self.kind not in SERVERS:
            unknown = ", ".join(own) or f"server: {self.kind}"
            raise ValueError(f"unknown in a CyclescopeDebugServer: {unknown}")
        self.local = Probe(self.serial)
        self.server = None
        self.why = None

    def poll(self):
        """Withdraws the port of a server that has ended, before labgrid compares what changed."""
        if self.server is not None and self.server.has_ended():
            self._drop(f"{self.kind} ended by itself: ")
        return super().poll()

    def _get_params(self):
        return {
            "host": LOOPBACK,
            "port": self.server.port if self.server else None,
            "probe": self.serial or self.probe,
            "server": self.kind,
            "why": self.why,
        }

    def _start(self, start_params):
        # An exception would make labgrid refuse the resource until the exporter is restarted.
        try:
            self._start_server()
        except OSError as error:
            self.why = f"{self.kind} did not start: {error}"
            self.logger.error("%s", self.why)

    def _start_server(self):
        command, port_line = SERVERS[self.kind]
        words = command(self.program, self.port, self.serial, self.probe, self.options)
        self.logger.info("starting %s", shlex.join(words))
        self.why = None
        self.server = Server(words, port_line)
        self.server.is_settled.wait(START_S)
        if self.server.port is None:
            late = "" if self.server.has_ended() else f"no port within {START_S} s: "
            self._drop(f"{self.kind} did not start: {late}")

    def _stop(self, start_params):
        server, self.server, self.why = self.server, None, None
        if server is not None:
            server.stop()
            self.logger.info("stopped %s", self.kind)

    def _drop(self, what):
        server, self.server = self.server, None
        server.stop()
        self.why = what + server.explain()
        self.logger.error("%s", self.why)


def text_or_none(value):
    """Serial numbers without letters are numbers in YAML, unless they are quoted."""
    return None if value is None else str(value)


exporter.exports["CyclescopeDebugServer"] = DebugServerExport


def main():
    """Runs the exporter, again and again while the coordinator is not there."""
    if shutil.which("setpriv") is None:
        sys.exit("setpriv is missing, which util-linux contains: without it a server might outlive the exporter.")
    atexit.register(stop_all)
    try:
        exporter.main()
    except SystemExit as end:
        if end.code != COORDINATOR_GONE:
            raise
    else:
        return
    stop_all()
    time.sleep(RETRY_S)
    os.execv(sys.executable, [sys.executable, *sys.argv])


if __name__ == "__main__":
    main()
