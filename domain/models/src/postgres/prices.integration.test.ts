import { openTestDatabase } from '@gatehouse/testkit/vitest/open-test-database'
import { expect, test } from 'vitest'
import { addPrice, currentPrices } from './prices.ts'

const price = (alias: string, inputMicrosPerMillion: bigint) => ({
  alias,
  inputMicrosPerMillion,
  cachedInputMicrosPerMillion: 1n,
  outputMicrosPerMillion: 2n,
})
const january = new Date('2026-01-01T00:00:00Z')
const june = new Date('2026-06-01T00:00:00Z')

test('the price is the version that is valid at the requested time', async () => {
  await using open = await openTestDatabase()
  const first = await addPrice(open.database, price('svc/chat-default', 10n), january)
  const second = await addPrice(open.database, price('svc/chat-default', 20n), june)
  await addPrice(open.database, price('svc/embed-default', 5n), june)

  const inMarch = await currentPrices(open.database, new Date('2026-03-01T00:00:00Z'))
  expect([...inMarch.keys()]).toEqual(['svc/chat-default'])
  expect(inMarch.get('svc/chat-default')).toMatchObject({ version: first, inputMicrosPerMillion: 10n })
  const inJuly = await currentPrices(open.database, new Date('2026-07-01T00:00:00Z'))
  expect(inJuly.get('svc/chat-default')).toMatchObject({ version: second, inputMicrosPerMillion: 20n })
  expect(inJuly.size).toBe(2)
})

// If a price could be edited, receipts that name its version would become false.
test('a price cannot be negative, changed or deleted', async () => {
  await using open = await openTestDatabase()
  await expect(addPrice(open.database, price('svc/chat-default', -1n), january)).rejects.toMatchObject({
    constraint: 'model_prices_input_not_negative',
  })
  await addPrice(open.database, price('svc/chat-default', 1n), january)
  const change = open.postgres.query('update model_prices set input_micros_per_million = 0')
  await expect(change).rejects.toThrow('append-only')
  await expect(open.postgres.query('delete from model_prices')).rejects.toThrow('append-only')
})
