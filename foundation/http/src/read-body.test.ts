import { Agent, IncomingMessage, createServer, request as send } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type BodyLimits, readBody } from './read-body.ts'

test('the body of a disconnected client is not awaited', async () => {
  const request = new IncomingMessage(new Socket())
  request.destroy()
  await expect(readBody(request, { bytesMax: 10 })).rejects.toMatchObject({ code: 'http.client_gone' })
})

/** Sends a body to a server that reads it within these limits; resolves to the outcome of the read. */
async function read(
  limits: BodyLimits,
  chunks: readonly string[],
  isLengthStated: boolean,
): Promise<unknown> {
  const outcome = Promise.withResolvers<unknown>()
  await using server = createServer((request: IncomingMessage, response) => {
    readBody(request, limits).then(
      (body) => outcome.resolve(body.toString()),
      (thrown: unknown) => outcome.resolve(thrown),
    )
    void outcome.promise.then(() => response.end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const length = chunks.join('').length
  const headers = isLengthStated ? { 'content-length': length } : { 'transfer-encoding': 'chunked' }
  const sent = send({ port, method: 'POST', agent: false, headers })
  sent.on('error', () => undefined)
  sent.on('response', (response) => response.resume())
  for (const chunk of chunks) {
    sent.write(chunk)
    await new Promise((resolve) => setImmediate(resolve))
  }
  sent.end()
  const result = await outcome.promise
  sent.destroy()
  server.closeAllConnections()
  return result
}

const refusal = new Error('no credits')

test.each([true, false])(
  'a large body is read only with permission, requested once (length declared: %s)',
  async (isStated) => {
    let asked = 0
    const permit = async () => void (asked += 1)
    const limits = { bytesMax: 100, large: { bytes: 10, permit } }
    expect(await read(limits, ['0123456789', 'abcdefghij', 'klmnopqrst'], isStated)).toBe(
      '0123456789abcdefghijklmnopqrst',
    )
    expect(asked).toBe(1)
    expect(
      await read(
        { ...limits, large: { bytes: 10, permit: () => Promise.reject(refusal) } },
        ['0123456789', 'ab'],
        isStated,
      ),
    ).toBe(refusal)
  },
)

test.each([true, false])('a small body needs no permission (length declared: %s)', async (isStated) => {
  const large = { bytes: 10, permit: () => Promise.reject(refusal) }
  expect(await read({ bytesMax: 100, large }, ['0123456789'], isStated)).toBe('0123456789')
})

test.each([true, false])(
  'bytes are reserved before they are kept (length declared: %s)',
  async (isStated) => {
    let reserved = 0
    const reserve = (bytes: number) => {
      if (reserved + bytes > 20) throw refusal
      reserved += bytes
    }
    expect(await read({ bytesMax: 100, reserve }, ['0123456789', '0123456789'], isStated)).toHaveLength(20)
    expect(reserved).toBe(20)
    reserved = 0
    expect(await read({ bytesMax: 100, reserve }, ['0123456789', '0123456789', 'a'], isStated)).toBe(refusal)
  },
)

test('a declared length reserves nothing, but may be refused', async () => {
  const request = new IncomingMessage(new Socket())
  request.headers['content-length'] = '100'
  const reserved: number[] = []
  const reading = readBody(request, { bytesMax: 100, reserve: (bytes) => void reserved.push(bytes) })
  request.emit('data', Buffer.from('0123456789'))
  expect(reserved).toEqual([10])
  request.destroy()
  await expect(reading).rejects.toMatchObject({ code: 'http.client_gone' })
  const limits = {
    bytesMax: 100,
    checkLength(bytes: number) {
      if (bytes > 20) throw refusal
    },
  }
  expect(await read(limits, ['0123456789', '0123456789', 'a'], true)).toBe(refusal)
  expect(await read(limits, ['0123456789', '0123456789'], true)).toHaveLength(20)
})

test.each([true, false])('a body over the limit is refused (length declared: %s)', async (isStated) => {
  expect(await read({ bytesMax: 10 }, ['0123456789', 'a'], isStated)).toMatchObject({
    code: 'http.body_too_large',
  })
})

test('a large body that takes turns with others is read completely', async () => {
  const chunks = Array.from({ length: 40 }, (_, index) => String(index % 10).repeat(100_000))
  for (const isLengthStated of [true, false]) {
    expect(await read({ bytesMax: 10_000_000 }, chunks, isLengthStated)).toBe(chunks.join(''))
  }
})

test('a client that keeps sending a refused body sees the refusal and can reuse its connection', async () => {
  await using server = createServer((request: IncomingMessage, response) => {
    const permit = () => Promise.reject(new Error('refused'))
    readBody(request, { bytesMax: 50_000_000, large: { bytes: 1_000, permit } }).then(
      (body) => response.writeHead(200).end(body),
      () => response.writeHead(402).end(),
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const post = (bytes: number) =>
    new Promise<number | undefined>((resolve, reject) => {
      const sent = send(url, { method: 'POST', agent, headers: { 'content-length': bytes } }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      sent.once('error', reject)
      sent.end(Buffer.alloc(bytes))
    })
  expect([await post(20_000_000), await post(500)]).toEqual([402, 200])
  agent.destroy()
})
