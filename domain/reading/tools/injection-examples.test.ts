import { expect, test } from 'vitest'
import { injectionWeights } from '../src/injections/injection-weights.generated.ts'
import { createExampleReader, hashExamples, readTrainingLines } from './injection-examples.ts'

test('the committed weights were trained on the committed lines and features', async () => {
  const readExamples = createExampleReader()
  const lines = await readTrainingLines()
  expect(hashExamples(lines.flatMap(readExamples))).toBe(injectionWeights.trainedOn)
})

test('each training line has a kind and a text', async () => {
  const kinds = new Set((await readTrainingLines()).map(({ kind, text }) => (text.trim() === '' ? '' : kind)))
  expect([...kinds].sort()).toEqual([
    'authority',
    'encoded',
    'format',
    'honest',
    'others',
    'own_score',
    'role_play',
    'verdict',
  ])
})
