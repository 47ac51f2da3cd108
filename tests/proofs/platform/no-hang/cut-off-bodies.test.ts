import { once } from 'node:events'
import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cutOffAll, findCutOffFaults } from './cut-off-bodies.ts'

const limitMs = 300

async function cutOffAt(listener: RequestListener): Promise<string[]> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/route`
  const init = () => ({ method: 'POST', body: '{"whole":true}' })
  const found = await cutOffAll([{ route: undefined, url, init, expected: 200 }], limitMs)
  return findCutOffFaults(found, limitMs)
}

test('a server that ends the connection has no fault', async () => {
  expect(await cutOffAt((request) => request.resume())).toEqual([])
})

test('a server that takes half a body for the whole is found', async () => {
  expect(await cutOffAt((_request, response) => response.end())).toEqual([
    'POST /route with half a body was answered with 200',
  ])
})

test('a server that keeps the connection open is found', async () => {
  const { createServer: createPlainServer } = await import('node:net')
  const server = createPlainServer({ allowHalfOpen: true }, (socket) => {
    socket.resume()
    onTestFinished(() => void socket.destroy())
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/route`
  const found = await cutOffAll([{ route: undefined, url, init: () => ({}), expected: 200 }], limitMs)
  expect(findCutOffFaults(found, limitMs)).toEqual([
    expect.stringMatching(/^GET \/route with half a body was open for \d+ ms$/),
  ])
})
