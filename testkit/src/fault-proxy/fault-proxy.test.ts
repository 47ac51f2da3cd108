import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { findFreePort } from '../server-process/free-port.ts'
import { waitUntil } from '../wait-until.ts'

let target: Target
let proxy: FaultProxy
let clients: Peer[]

beforeEach(async () => {
  clients = []
  target = await startTarget()
  proxy = await startFaultProxy({ targetPort: target.port })
})

afterEach(async () => {
  for (const client of clients) client.socket.destroy()
  await proxy.close()
  await target.close()
})

describe('pass', () => {
  it('carries bytes both ways and counts them', async () => {
    const client = await connectClient()
    client.socket.write('hello')
    expect(await client.received(5)).toBe('hello')
    expect(proxy.bytes).toEqual({ toTarget: 5, toClient: 5 })
    expect(proxy.connections).toBe(1)
  })

  it('passes on a half-close, and still carries the response', async () => {
    const client = await connectClient({ allowHalfOpen: true })
    client.socket.end('last words')
    expect(await client.received(10)).toBe('last words')
    await client.ends()
    await waitUntil(() => proxy.connections === 0, {
      withinMs: 30_000,
      what: 'the connection is no longer counted',
    })
  })

  it('carries megabytes unchanged to a reader that is slower than the writer', async () => {
    const sent = Buffer.alloc(8 * 1_048_576, 'abcdefghij')
    const client = await connectClient({ isReading: false })
    client.socket.end(sent)
    await waitUntil(hasStalled(), { withinMs: 30_000, what: 'the transfer has stalled' })
    client.socket.resume()
    await client.ends()
    expect(Buffer.concat(client.chunks).equals(sent)).toBe(true)
  })

  it('stops reading from a sender whose receiver does not read', async () => {
    const client = await connectClient({ isReading: false })
    const size = 64 * 1_048_576
    client.socket.write(Buffer.alloc(size))
    // The echo has nowhere to go, so both directions fill up: first the kernel's buffers, then ours.
    await waitUntil(hasStalled(), { withinMs: 30_000, what: 'the transfer has stalled' })
    expect(proxy.bytes.toTarget).toBeLessThan(size / 2)
  })

  it('resets the client when the target resets', async () => {
    const client = await connectClient()
    client.socket.write('x')
    expect(await client.received(1)).toBe('x')
    target.peers[0]?.socket.resetAndDestroy()
    expect(await client.failure()).toBe('ECONNRESET')
  })

  it('resets the client when the target does not listen', async () => {
    await using orphan = await startFaultProxy({ targetPort: await findFreePort() })
    const client = await connectClient({ port: orphan.port })
    expect(await client.failure()).toBe('ECONNRESET')
  })

  it('resets the target when the client resets', async () => {
    const client = await connectClient()
    client.socket.write('x')
    expect(await client.received(1)).toBe('x')
    client.socket.resetAndDestroy()
    expect(await target.peers[0]?.failure()).toBe('ECONNRESET')
  })
})

describe('latency', () => {
  it('delays each direction by the given time and keeps the order', async () => {
    const client = await connectClient()
    await proxy.set({ kind: 'latency', ms: 40 })
    const startedMs = performance.now()
    for (const word of ['one ', 'two ', 'three']) client.socket.write(word)
    expect(await client.received(13)).toBe('one two three')
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(80)
  })

  it('delivers bytes in flight before bytes sent after healing', async () => {
    const client = await connectClient()
    await proxy.set({ kind: 'latency', ms: 3_600_000 })
    client.socket.write('before ')
    await otherTrafficPasses()
    expect(client.text()).toBe('')
    await proxy.heal()
    client.socket.write('after')
    expect(await client.received(12)).toBe('before after')
  })

  it('delivers delayed bytes even if the sender has closed in the meantime', async () => {
    const client = await connectClient({ allowHalfOpen: true })
    await proxy.set({ kind: 'latency', ms: 40 })
    client.socket.end('parting')
    expect(await client.received(7)).toBe('parting')
    await client.ends()
  })
})

describe('blackHole', () => {
  it('stalls open connections without closing them, and lets the stalled bytes through on healing', async () => {
    const client = await connectClient()
    client.socket.write('a')
    expect(await client.received(1)).toBe('a')
    await proxy.set({ kind: 'blackHole' })
    client.socket.write('b')
    target.peers[0]?.socket.write('c')
    await otherTrafficPasses()
    expect([client.text(), target.peers[0]?.text(), client.state()]).toEqual(['a', 'a', 'open'])
    expect(proxy.connections).toBe(1)
    await proxy.heal()
    expect(await client.received(3)).toMatch(/^a(bc|cb)$/)
    expect(target.peers[0]?.text()).toBe('ab')
  })

  it('accepts new connections, hides them from the target, and connects them on healing', async () => {
    await proxy.set({ kind: 'blackHole' })
    const client = await connectClient()
    client.socket.write('hello')
    await otherTrafficPasses()
    expect(target.peersThroughProxy()).toBe(0)
    expect(client.state()).toBe('open')
    await proxy.heal()
    expect(await client.received(5)).toBe('hello')
  })

  it('hides from the target that a client has disconnected, until it heals', async () => {
    const client = await connectClient()
    client.socket.write('a')
    expect(await client.received(1)).toBe('a')
    await proxy.set({ kind: 'blackHole' })
    client.socket.resetAndDestroy()
    await otherTrafficPasses()
    expect(target.peers[0]?.state()).toBe('open')
    await proxy.heal()
    await waitUntil(() => target.peers[0]?.state() !== 'open', { withinMs: 30_000, what: 'the target knows' })
  })
})

describe('refuse', () => {
  it('refuses new connections, keeps open ones, and listens on the same port again after healing', async () => {
    const open = await connectClient()
    await proxy.set({ kind: 'refuse' })
    const refused = await connectClient()
    expect(await refused.failure()).toBe('ECONNREFUSED')
    open.socket.write('still here')
    expect(await open.received(10)).toBe('still here')
    await proxy.heal()
    const later = await connectClient()
    later.socket.write('back')
    expect(await later.received(4)).toBe('back')
  })
})

describe('reset', () => {
  it('resets open connections and new ones, until it heals', async () => {
    const open = await connectClient()
    open.socket.write('a')
    expect(await open.received(1)).toBe('a')
    await proxy.set({ kind: 'reset' })
    expect(await open.failure()).toBe('ECONNRESET')
    const fresh = await connectClient()
    expect(await fresh.failure()).toBe('ECONNRESET')
    await waitUntil(() => proxy.connections === 0, { withinMs: 30_000, what: 'no connection is left' })
    await proxy.heal()
    const later = await connectClient()
    later.socket.write('back')
    expect(await later.received(4)).toBe('back')
  })
})

describe('halfOpen', () => {
  it('drops the target without notifying the client, even after healing; new connections then work', async () => {
    const before = await connectClient()
    before.socket.write('a')
    expect(await before.received(1)).toBe('a')
    await proxy.set({ kind: 'halfOpen' })
    const during = await connectClient()
    await waitUntil(() => target.peers[0]?.state() !== 'open', {
      withinMs: 30_000,
      what: 'the target has lost the connection',
    })
    await proxy.heal()
    const after = await connectClient()
    for (const client of [before, during, after]) client.socket.write('b')
    expect(await after.received(1)).toBe('b')
    await otherTrafficPasses()
    expect([before.text(), before.state()]).toEqual(['a', 'open'])
    expect([during.text(), during.state()]).toEqual(['', 'open'])
  })

  it('no longer counts a dead connection once its client has closed', async () => {
    await proxy.set({ kind: 'halfOpen' })
    const client = await connectClient()
    await waitUntil(() => proxy.connections === 1, { withinMs: 30_000, what: 'the connection is counted' })
    client.socket.destroy()
    await waitUntil(() => proxy.connections === 0, {
      withinMs: 30_000,
      what: 'the connection is not counted',
    })
    expect(proxy.bytes).toEqual({ toTarget: 0, toClient: 0 })
  })
})

describe('cutAfterBytes', () => {
  it('ends the connection after exactly that many bytes to the client', async () => {
    await proxy.set({ kind: 'cutAfterBytes', bytes: 4, direction: 'toClient' })
    const client = await connectClient()
    client.socket.write('0123456789')
    await client.ends()
    expect(client.text()).toBe('0123')
    expect(client.errorCode).toBeUndefined()
  })

  it('ends the connection after exactly that many bytes to the target', async () => {
    await proxy.set({ kind: 'cutAfterBytes', bytes: 4, direction: 'toTarget' })
    const client = await connectClient()
    client.socket.write('0123456789')
    await client.ends()
    await target.peers[0]?.ends()
    expect(target.peers[0]?.text()).toBe('0123')
  })

  it('counts from when it is set, for each connection separately', async () => {
    const client = await connectClient()
    client.socket.write('earlier')
    expect(await client.received(7)).toBe('earlier')
    await proxy.set({ kind: 'cutAfterBytes', bytes: 2, direction: 'toClient' })
    const other = await connectClient()
    client.socket.write('xyz')
    other.socket.write('xyz')
    await Promise.all([client.ends(), other.ends()])
    expect([client.text(), other.text()]).toEqual(['earlierxy', 'xy'])
  })

  it('with zero bytes ends open connections immediately', async () => {
    const client = await connectClient()
    await proxy.set({ kind: 'cutAfterBytes', bytes: 0, direction: 'toClient' })
    await client.ends()
    expect(client.text()).toBe('')
  })
})

describe('resetAfterBytes', () => {
  it('resets the connection after exactly that many bytes', async () => {
    await proxy.set({ kind: 'resetAfterBytes', bytes: 4, direction: 'toClient' })
    const client = await connectClient()
    client.socket.write('0123456789')
    expect(await client.failure()).toBe('ECONNRESET')
    expect(client.text()).toBe('0123')
  })
})

describe('slice', () => {
  it('delivers everything in order, in pieces of the given size', async () => {
    await proxy.set({ kind: 'slice', bytes: 3 })
    const client = await connectClient()
    client.socket.write('0123456789')
    expect(await client.received(10)).toBe('0123456789')
    expect(client.chunks.length).toBeGreaterThan(1)
    await expect(proxy.set({ kind: 'slice', bytes: 0 })).rejects.toThrow('at least one byte')
  })
})

describe('close', () => {
  it('ends all connections and frees the port', async () => {
    const client = await connectClient()
    client.socket.write('a')
    expect(await client.received(1)).toBe('a')
    await proxy.close()
    await waitUntil(() => client.state() !== 'open', { withinMs: 30_000, what: 'the client sees the end' })
    const late = await connectClient()
    expect(await late.failure()).toBe('ECONNREFUSED')
  })
})

type Peer = ReturnType<typeof observe>
type Target = Awaited<ReturnType<typeof startTarget>>

/** One end of a connection, and everything observable from there. */
function observe(socket: Socket) {
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString()
  const seen = { hasEnded: false, errorCode: undefined as string | undefined }
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('end', () => (seen.hasEnded = true))
  socket.on('error', (error: NodeJS.ErrnoException) => (seen.errorCode = error.code))
  return {
    socket,
    chunks,
    text,
    get errorCode() {
      return seen.errorCode
    },
    state: () => ((seen.errorCode ?? (seen.hasEnded || socket.destroyed)) ? 'closed' : 'open'),
    /** The text received, once it has that many bytes. */
    async received(bytes: number) {
      await waitUntil(() => text().length >= bytes, {
        withinMs: 30_000,
        what: `${bytes} bytes were received`,
      })
      return text()
    },
    ends: () => waitUntil(() => seen.hasEnded, { withinMs: 30_000, what: 'the connection has ended' }),
    async failure() {
      await waitUntil(() => seen.errorCode !== undefined, {
        withinMs: 30_000,
        what: 'the connection has failed',
      })
      return seen.errorCode
    },
  }
}

type ClientOptions = { port?: number; allowHalfOpen?: boolean; isReading?: boolean }

/** Resolves when the client has connected or failed to. */
async function connectClient(options: ClientOptions = {}): Promise<Peer> {
  const { port = proxy.port, allowHalfOpen = false, isReading = true } = options
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
  const client = observe(socket)
  if (!isReading) socket.pause()
  clients.push(client)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined)
  return client
}

/** An echo server that records its connections. */
async function startTarget() {
  const peers: Peer[] = []
  const server: Server = createServer((socket) => {
    peers.push(observe(socket))
    socket.pipe(socket)
  })
  server.listen(await findFreePort(), '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the target has no port')
  let direct = 0
  return {
    port: address.port,
    peers,
    peersThroughProxy: () => peers.length - direct,
    addDirect: () => (direct += 1),
    async close() {
      for (const peer of peers) peer.socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Long enough for anything that is not held back to arrive, measured by traffic that bypasses the proxy. */
async function otherTrafficPasses(): Promise<void> {
  target.addDirect()
  const direct = await connectClient({ port: target.port })
  for (let trip = 1; trip <= 20; trip += 1) {
    direct.socket.write('.')
    await direct.received(trip)
  }
  direct.socket.destroy()
}

/** True if nothing moved during ten consecutive checks. */
function hasStalled(): () => boolean {
  let last = -1
  let unchanged = 0
  return () => {
    unchanged = proxy.bytes.toTarget === last ? unchanged + 1 : 0
    last = proxy.bytes.toTarget
    return unchanged >= 10
  }
}
