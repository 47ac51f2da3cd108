import { expect, test } from 'vitest'
import { assignTurns } from './assign-turns.ts'

const emptyLine = { frontTurn: undefined, lastTurn: undefined }

test('the first tasks of a group take consecutive turns, later ones are spaced out', () => {
  const turns = assignTurns(emptyLine, 20)
  expect(turns.slice(0, 17)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 19])
  expect(turns.at(-1)).toBe(31)
})

test('a group lines up behind its own tasks, whether enqueued one by one or together', () => {
  const atOnce = assignTurns(emptyLine, 30)
  const oneByOne: number[] = []
  for (let count = 0; count < 30; count += 1) {
    oneByOne.push(...assignTurns({ frontTurn: 0, lastTurn: oneByOne.at(-1) }, 1))
  }
  expect(oneByOne).toEqual(atOnce)
})

test('a group that arrives later starts at the turn being served', () => {
  expect(assignTurns({ frontTurn: 700, lastTurn: undefined }, 3)).toEqual([700, 701, 702])
  expect(assignTurns({ frontTurn: 700, lastTurn: 12 }, 1)).toEqual([700])
})

test('ten tasks of one group run before the fourth waiting task of another with 50,000', () => {
  const large = assignTurns(emptyLine, 50_000)
  // A thousand tasks of the large group are done by now.
  const frontTurn = large[1_000] ?? 0
  const small = assignTurns({ frontTurn, lastTurn: undefined }, 10)
  const before = large.slice(1_000).filter((turn) => turn <= (small.at(-1) ?? 0))
  expect(before.length).toBeLessThanOrEqual(3)
})

test('a group that keeps enqueueing does not starve another', () => {
  // In each iteration the task with the lowest turn is done, and the busy group adds two tasks.
  const patient = { turn: 500, by: 'patient' }
  const waiting = [patient, { turn: 0, by: 'busy' }]
  for (let round = 0; round < 400; round += 1) {
    waiting.sort((a, b) => a.turn - b.turn)
    waiting.shift()
    const busy = waiting.filter(({ by }) => by === 'busy')
    const line = { frontTurn: waiting[0]?.turn, lastTurn: busy.at(-1)?.turn }
    for (const turn of assignTurns(line, 2)) waiting.push({ turn, by: 'busy' })
  }
  expect(waiting).not.toContain(patient)
})

test('turns stay within the range that the engine can store', () => {
  expect(assignTurns({ frontTurn: 0, lastTurn: 2_000_000_000 }, 2)).toEqual([2_000_000_000, 2_000_000_000])
})
