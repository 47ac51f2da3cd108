import { expect, test } from 'vitest'
import { createStoredBytes } from './stored-bytes.ts'

function openCall(stored: ReturnType<typeof createStoredBytes>, totalBytes = 0, companyId = 'a company') {
  const call = stored.open(companyId)
  call.learn(totalBytes)
  return call
}

test('calls reserve what their answers have, and no more than the quota of the company', () => {
  const stored = createStoredBytes(100)
  const calls = Array.from({ length: 12 }, () => openCall(stored, 10))
  expect(calls.map((call) => call.reserve(9))).toEqual([...Array<boolean>(10).fill(true), false, false])
  expect(openCall(stored, 0, 'another').reserve(100)).toBe(true)
})

test('an answer that was stored since the last read is counted until a later read includes it', () => {
  const stored = createStoredBytes(100)
  const [first, second] = [openCall(stored), openCall(stored)]
  expect(first.reserve(60)).toBe(true)
  first.close()
  expect(second.reserve(50)).toBe(false)
  const third = openCall(stored, 60)
  expect([second.reserve(30), third.reserve(20)]).toEqual([true, false])
})

test('a read that began before an answer was stored does not hide the answer', () => {
  const stored = createStoredBytes(100)
  const [first, late] = [openCall(stored), stored.open('a company')]
  expect(first.reserve(60)).toBe(true)
  first.close()
  late.learn(0)
  expect(late.reserve(50)).toBe(false)
})

test('a call whose client has left stores its answer, which is counted', () => {
  const stored = createStoredBytes(100)
  const [first, second] = [openCall(stored), openCall(stored)]
  first.close()
  first.close()
  expect([first.reserve(60), second.reserve(50), second.reserve(40)]).toEqual([true, false, true])
})
