"""Passes connections on: relay.py <address> <port> <to> <port>. The registry that the tests have listens to its own machine
alone; and where this is stopped or killed, it is away with all that it keeps."""
import asyncio
import sys

ADDRESS, PORT, TO, TO_PORT = sys.argv[1:]


async def pump(reader, writer):
    try:
        while piece := await reader.read(1 << 16):
            writer.write(piece)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def serve(reader, writer):
    try:
        there = await asyncio.open_connection(TO, int(TO_PORT))
    except OSError:
        writer.close()
        return
    await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))


async def main():
    async with await asyncio.start_server(serve, ADDRESS, int(PORT)) as server:
        await server.serve_forever()


asyncio.run(main())
