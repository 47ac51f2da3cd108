import { expect, test } from 'vitest'
import { wordsOfGatewayFault } from './fault-words.ts'
import { GatewayFault, readFault } from './gateway-fault.ts'

test.each([
  [{ kind: 'unreachable' }, undefined, 'The gateway did not answer'],
  [{ kind: 'broken' }, undefined, 'The answer broke off'],
  [{ kind: 'refused', status: 401 }, undefined, 'The key of this page has ended'],
  [{ kind: 'refused', status: 402 }, 'credits', 'Not enough credits'],
  [{ kind: 'refused', status: 402 }, undefined, 'Not enough credits'],
  [{ kind: 'refused', status: 402 }, 'key_cap', 'The key of this page has reached its limit'],
  [{ kind: 'refused', status: 402 }, 'alias_budget', 'A monthly budget is reached'],
  [{ kind: 'refused', status: 403, code: 'PLAN_LIMIT_EXCEEDED' }, undefined, 'An invoice is overdue'],
  [{ kind: 'refused', status: 403, code: 'COMPANY_SUSPENDED' }, undefined, 'The company is suspended'],
  [{ kind: 'refused', status: 403, code: 'LLM_MODEL_NOT_ALLOWED' }, undefined, 'This model is not allowed'],
  [{ kind: 'refused', status: 429 }, undefined, 'Too many requests'],
  [{ kind: 'refused', status: 503 }, undefined, 'The model did not answer'],
  [{ kind: 'refused', status: 400 }, undefined, 'The request was refused'],
] as const)('%j with the failed check %s has its own title', (given, check, title) => {
  expect(wordsOfGatewayFault(new GatewayFault('', given), check).title).toBe(title)
})

test('a limit that passes with time says when', () => {
  const fault = new GatewayFault('', { kind: 'refused', status: 429, retryAfterS: 12 })
  expect(wordsOfGatewayFault(fault, undefined).text).toBe('Send again in 12 seconds.')
})

test('the message of the gateway is kept without the address of the console', () => {
  const error = { message: 'Top up. Console: https://c.example/billing', code: 'INSUFFICIENT_CREDITS' }
  const fault = readFault({ error }, { kind: 'refused', status: 402, requestId: 'id' })
  expect([fault.message, fault.code, fault.requestId]).toEqual(['Top up.', 'INSUFFICIENT_CREDITS', 'id'])
  expect(readFault('<html>', { kind: 'refused', status: 502 }).message).toBe('')
})
