"""Calls a server with the official SDK for Python: client.py VERSION COMMAND ARGUMENTS… prints what it got as JSON."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters

version, command, *arguments = sys.argv[1:]
TARGET = "qemu-freertos-m7"


async def use(client, name, given, **options):
    """Returns a tool's answer, parsed unless it is an error."""
    result = await client.call_tool(name, given, **options)
    text = result.content[0].text
    return {"error": text} if result.is_error else json.loads(text)


async def main():
    server = StdioServerParameters(command=command, args=arguments, env=dict(os.environ), cwd=os.getcwd())
    mode = "legacy" if version == "negotiated" else "auto"
    async with Client(server, mode=mode) as client:
        tools = (await client.list_tools()).tools
        progress = []

        async def on_progress(done, total, message):
            progress.append(message)

        order = {"target": TARGET, "operations": ["heap/malloc"], "iterations": 20}
        first = await use(client, "run_benchmarks", order, progress_callback=on_progress)
        second = await use(client, "run_benchmarks", order)
        try:
            await asyncio.wait_for(client.call_tool("run_benchmarks", {"target": TARGET}), 0.01)
            stopped = "finished"
        except (asyncio.TimeoutError, TimeoutError):
            stopped = "cancelled"
        try:
            await client.call_tool("rm", {})
            unknown = None
        except Exception as error:
            unknown = error.error.code
        benchmarks = await use(client, "list_benchmarks", {"target": TARGET})
        compared = await use(client, "compare_runs", {"before": first["run"], "after": second["run"]})
        outside = await use(client, "show_report", {"run": "../.."})
        print(json.dumps({
            "version": client.protocol_version,
            "server": client.server_info.name,
            "tools": [tool.name for tool in tools],
            "benchmarks": benchmarks["total"],
            "run": first["status"],
            "progressed": len(progress) > 0,
            "faster": compared["faster"],
            "outside": outside["error"],
            "unknown": unknown,
            "stopped": stopped,
        }))


asyncio.run(main())
