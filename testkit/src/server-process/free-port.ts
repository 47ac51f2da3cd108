// Ports for servers under test, below the range that the kernel uses for outgoing connections: a client that retries a
// dead port inside that range may connect to itself, and a killed server may find its port taken by an outgoing
// connection when it restarts.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Linux uses 32768 and above for outgoing connections, macOS 49152 and above; well-known development servers are below
// 15000.
const lowestPort = 15_000
const highestPort = 32_767
const attemptsMax = 50

export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Random rather than sequential, so that concurrent processes rarely collide.
    const port = randomInt(lowestPort, highestPort + 1)
    if (await isFree(port)) return port
  }
  throw new Error(`no free port found between ${lowestPort} and ${highestPort} in ${attemptsMax} attempts`)
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
