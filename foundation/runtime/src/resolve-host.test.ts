import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { expect, test } from 'vitest'
import { resolveHost } from './resolve-host.ts'

const noSuchName = 3

type Answer = { code: number; addresses: readonly Buffer[] }

/** A name server that answers each question from the function, or not at all. */
async function startNameServer(answerTo: (type: number) => Answer | undefined) {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => {
    const questionEnd = query.indexOf(0, 12) + 5
    const type = query.readUInt16BE(questionEnd - 4)
    const answer = answerTo(type)
    if (!answer) return
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(0x8180 + answer.code, 2)
    header.writeUInt16BE(answer.addresses.length, 6)
    header.fill(0, 8)
    const records = answer.addresses.map((bytes) => {
      const record = Buffer.alloc(12)
      record.writeUInt16BE(0xc00c, 0)
      record.writeUInt16BE(type, 2)
      record.writeUInt16BE(1, 4)
      record.writeUInt16BE(bytes.length, 10)
      return Buffer.concat([record, bytes])
    })
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), ...records]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    [Symbol.dispose]: () => void socket.close(),
  }
}

test('all addresses of a host are returned, those of IPv4 first', async () => {
  const ofType: Record<number, Buffer> = {
    1: Buffer.from([192, 0, 2, 7]),
    28: Buffer.from('20010db8000000000000000000000007', 'hex'),
  }
  using server = await startNameServer((type) => ({ code: 0, addresses: [ofType[type] ?? Buffer.alloc(4)] }))
  expect(await resolveHost('receiver.example', [server.address])).toEqual([
    { address: '192.0.2.7', family: 4 },
    { address: '2001:db8::7', family: 6 },
  ])
})

test('a host of one family is resolved, and one of none is not found', async () => {
  using half = await startNameServer((type) => ({
    code: 0,
    addresses: type === 1 ? [Buffer.from([192, 0, 2, 8])] : [],
  }))
  expect(await resolveHost('receiver.example', [half.address])).toEqual([{ address: '192.0.2.8', family: 4 }])
  using none = await startNameServer(() => ({ code: noSuchName, addresses: [] }))
  await expect(resolveHost('receiver.example', [none.address])).rejects.toMatchObject({ code: 'ENOTFOUND' })
})

test('silent name servers occupy no thread that others need', { timeout: 30_000 }, async () => {
  using silent = await startNameServer(() => undefined)
  const waiting = Array.from({ length: 20 }, () => resolveHost('receiver.example', [silent.address]))
  const settled = Promise.allSettled(waiting)
  const startedMs = performance.now()
  expect(await lookup('localhost')).toBeDefined()
  expect(performance.now() - startedMs).toBeLessThan(1_000)
  for (const answer of await settled)
    expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'EAI_AGAIN' } })
  expect(performance.now() - startedMs).toBeLessThan(15_000)
})

test('a name without a dot is looked up by the system', async () => {
  expect(await resolveHost('localhost', ['192.0.2.1'])).toContainEqual({ address: '127.0.0.1', family: 4 })
})
