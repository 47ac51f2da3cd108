import { expect, test } from 'vitest'
import type { SnapshotWithHeld } from '../account-snapshot.ts'
import { createSnapshotReader } from './snapshot-reader.ts'

function setUp() {
  const reads: { companyId: string; answer: (version: bigint) => void; fail: (error: Error) => void }[] = []
  const reader = createSnapshotReader<'account'>(({ companyId }) => {
    const { promise, resolve, reject } = Promise.withResolvers<SnapshotWithHeld>()
    reads.push({ companyId, answer: (version) => resolve(aTruth(version)), fail: reject })
    return promise
  })
  const read = async (after = reader.mark()) =>
    (await reader.read({ companyId: 'c-1' }, 'account', after)).version
  return { reads, reader, read }
}

function aTruth(version: bigint): SnapshotWithHeld {
  return {
    balanceMicros: 0n,
    version,
    isFrozen: false,
    isPostpaid: false,
    overdueInMs: null,
    validForMs: null,
    closedCallIds: [],
    holds: [],
    openHolds: [],
    heldMicros: 0n,
  }
}

test('callers that arrived before a read began share it', async () => {
  const { reads, reader, read } = setUp()
  const arrived = reader.mark()
  const together = [read(arrived), read(arrived), read(arrived)]
  expect(reads).toHaveLength(1)
  reads[0]?.answer(1n)
  expect(await Promise.all(together)).toEqual([1n, 1n, 1n])
  // A caller that arrived before the read but asks only after it has finished gets the same result.
  expect(await read(arrived)).toBe(1n)
  expect(reads).toHaveLength(1)
})

// Otherwise a company that has just paid could still be refused.
test('callers that arrive during a read share the next one', async () => {
  const { reads, read } = setUp()
  const early = read()
  const late = [read(), read()]
  expect(reads).toHaveLength(1)
  reads[0]?.answer(1n)
  expect(await early).toBe(1n)
  await Promise.resolve()
  expect(reads).toHaveLength(2)
  reads[1]?.answer(2n)
  expect(await Promise.all(late)).toEqual([2n, 2n])
  const afterwards = read()
  expect(reads).toHaveLength(3)
  reads[2]?.answer(3n)
  expect(await afterwards).toBe(3n)
})

test('a failed read fails for the callers that shared it; those waiting for the next read get that one', async () => {
  const { reads, read } = setUp()
  const first = read()
  const second = read()
  reads[0]?.fail(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  reads[1]?.answer(2n)
  expect(await second).toBe(2n)
})

test('different companies and reasons do not wait for each other', async () => {
  const { reads, reader } = setUp()
  void reader.read({ companyId: 'c-1' }, 'account', 0)
  const other = reader.read({ companyId: 'c-2' }, 'account', 0)
  expect(reads.map(({ companyId }) => companyId)).toEqual(['c-1', 'c-2'])
  reads[1]?.answer(7n)
  expect((await other).version).toBe(7n)
  reader.prune()
})
