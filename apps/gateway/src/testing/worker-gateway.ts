// One gateway per test worker, shared by the test files that only send requests and leave nothing behind that other
// tests could notice: starting a gateway takes longer than calling it. Tests that inspect the gateway's provider,
// records or breaker start their own.
import { workerRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { test as base } from 'vitest'
import { startTestGateway } from './start-test-gateway.ts'

// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which other fixtures this one needs
export const test = base.extend('gateway', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const gateway = await startTestGateway({ environment: { REDIS_URL: workerRedisUrl() } })
  onCleanup(() => gateway[Symbol.asyncDispose]())
  return gateway
})
