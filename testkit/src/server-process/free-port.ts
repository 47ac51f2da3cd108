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

type Range = { lowest: number; highest: number }

/** The port is not given to another caller, in any process, until this process ends. */
export async function findFreePort(
  { lowest, highest }: Range = { lowest: lowestPort, highest: highestPort },
): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    // Random rather than sequential, so that concurrent processes rarely collide.
    const port = randomInt(lowest, highest + 1)
    if ((await reserve(port)) && (await isFree(port))) return port
  }
  throw new Error(`no free port found between ${lowest} and ${highest} in ${attemptsMax} attempts`)
}

/**
 * Some time passes before the caller's server listens, and a server that is stopped and started again leaves its port
 * free meanwhile. The reservation is a socket with an abstract name, which the kernel releases when the process ends.
 * Only Linux has them; elsewhere nothing is reserved.
 */
async function reserve(port: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const reservation = createServer().unref()
  try {
    reservation.listen(`\0gatehouse-port-${port}`)
    await once(reservation, 'listening')
    return true
  } catch {
    return false
  }
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
