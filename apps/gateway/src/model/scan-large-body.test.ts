import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { scanRequestBody } from '../wire/scan-request-body.ts'
import { scanLargeBody } from './scan-large-body.ts'

const plain = { hashedWith: undefined, rejectedFields: [], isCompletion: false }
const body = Buffer.from('{"model":"m","prompt":"Hello","Service_Tier":"x","models":[1],"service_tier":"y"}')

test('a body is scanned as on the event loop', () => {
  expect(scanLargeBody(body, plain)).toMatchObject({ scan: scanRequestBody(body), body, foundFields: [] })
  const blank = Buffer.alloc(100, ' ')
  expect(scanLargeBody(blank, plain)).toEqual({ scan: scanRequestBody(blank) })
})

test('rejected fields are found in the order of the body', () => {
  const rejectedFields = ['models', 'other', 'service_tier']
  expect(scanLargeBody(body, { ...plain, rejectedFields })).toMatchObject({
    foundFields: ['service_tier', 'models'],
  })
})

test('the hash is that of a small body', () => {
  const expected = createHash('sha256').update('/completions\n').update(body).digest()
  expect(scanLargeBody(body, { ...plain, hashedWith: '/completions' })).toMatchObject({ hash: expected })
})

test('a legacy completion is translated to chat, or refused', () => {
  const translated = scanLargeBody(Buffer.from('{"model":"m","prompt":"Hello"}'), {
    ...plain,
    isCompletion: true,
  })
  const chat = '{"model":"m","messages":[{"role":"user","content":"Hello"}]}'
  expect(translated).toMatchObject({
    translated: Buffer.from(chat),
    translatedScan: scanRequestBody(Buffer.from(chat)),
    refusal: undefined,
  })
  const echo = Buffer.from('{"model":"m","prompt":"Hello","echo":true}')
  const refusal = "The field 'echo' is not supported by this model on /completions."
  expect(scanLargeBody(echo, { ...plain, isCompletion: true })).toMatchObject({ refusal })
})
