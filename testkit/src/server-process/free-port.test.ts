import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { findFreePort } from './free-port.ts'

describe('findFreePort', () => {
  it('finds a port on which a server can listen', async () => {
    const server = createServer().listen(await findFreePort(), '127.0.0.1')
    await once(server, 'listening')
    server.close()
    expect(server.listening).toBe(false)
  })

  it('gives a port only once, even if nothing listens on it', async () => {
    const port = await findFreePort()
    await expect(findFreePort({ lowest: port, highest: port })).rejects.toThrow('no free port found')
  })

  it('stays below the ports of outgoing connections', async () => {
    const ports = await Promise.all(Array.from({ length: 50 }, findFreePort))
    expect(Math.max(...ports)).toBeLessThan(32_768)
  })
})
