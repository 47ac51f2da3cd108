// One gateway shared by all test files of a worker that only send requests and leave nothing behind for other tests to
// notice: starting a gateway takes longer than calling it. Tests that inspect its provider, its records or its breaker
// start their own.
import { workerRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { test as base } from 'vitest'
import { startTestGateway } from './start-test-gateway.ts'

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which other fixtures this one needs
export const test = base.extend('gateway', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const gateway = await startTestGateway({ environment: { REDIS_URL: workerRedisUrl() } })
  onCleanup(() => gateway[Symbol.asyncDispose]())
  return gateway
})
