// One gateway for all test files of a worker that only ask it something and leave nothing behind that another would
// notice: to start one takes longer than to ask. Whoever looks at its provider, its records or its breaker starts one.
import { workerRedisUrl } from '@gatehouse/testkit/vitest/test-servers'
import { test as base } from 'vitest'
import { startTestGateway } from './start-test-gateway.ts'

// oxlint-disable-next-line no-empty-pattern -- from the pattern Vitest reads which other fixtures this one needs
export const test = base.extend('gateway', { scope: 'worker' }, async ({}, { onCleanup }) => {
  const gateway = await startTestGateway({ environment: { REDIS_URL: workerRedisUrl() } })
  onCleanup(() => gateway[Symbol.asyncDispose]())
  return gateway
})
