import { expect, test } from 'vitest'
import { AnswerCopy } from './charge-then-send.ts'

const keeping = { bytesMax: 6, otherwise: 'too_large' } as const

test('an answer within the limit is kept whole, in the order it was sent', () => {
  const copy = new AnswerCopy(keeping)
  copy.add(Buffer.from('abc'), Buffer.from('d'))
  copy.add(Buffer.from('ef'))
  expect(copy.toRecord('text/plain')).toEqual({ contentType: 'text/plain', body: Buffer.from('abcdef') })
})

test('an answer over the limit is not kept, and later parts do not change that', () => {
  const copy = new AnswerCopy(keeping)
  for (const part of ['abcdef', 'g', 'h']) copy.add(Buffer.from(part))
  expect(copy.toRecord('text/plain')).toEqual({ notKept: 'too_large' })
})

test('where nothing may be kept, not even an empty answer is', () => {
  expect(new AnswerCopy({ bytesMax: -1, otherwise: 'quota' }).toRecord('text/plain')).toEqual({
    notKept: 'quota',
  })
})

test('without an Idempotency-Key there is nothing to record', () => {
  const copy = new AnswerCopy(undefined)
  copy.add(Buffer.from('abc'))
  expect(copy.toRecord('text/plain')).toBeUndefined()
})
