import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { createSystemClock } from '@gatehouse/runtime/clock'
import { expect, test } from 'vitest'
import { createDrain } from './drain.ts'

test('connections are scanned once for all answers that end in the same turn of the event loop', async () => {
  let lookedThrough = 0
  const events = new EventEmitter()
  const server = Object.assign(events, {
    close: () => undefined,
    closeAllConnections: () => undefined,
    closeIdleConnections: () => void (lookedThrough += 1),
  }) as unknown as Server
  const drain = createDrain(server, createSystemClock())
  const responses = Array.from({ length: 200 }, () => new EventEmitter())
  for (const response of responses) events.emit('request', {}, response)

  const drained = drain.start({ leadMs: 0, graceMs: 60_000 })
  for (const response of responses) response.emit('close')
  await expect(drained).resolves.toEqual({ cut: 0 })
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(lookedThrough).toBe(1)
})
