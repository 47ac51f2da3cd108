import { expect, test } from 'vitest'
import { findCycles } from './find-cycles.ts'

test('a graph without cycles has none, even where paths converge', () => {
  const edges = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d']],
  ])
  expect(findCycles(edges)).toEqual([])
})

test('a cycle is reported from where it closes, and so is a node that points to itself', () => {
  const edges = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b']],
    ['d', ['d']],
  ])
  expect(findCycles(edges)).toEqual([
    ['b', 'c', 'b'],
    ['d', 'd'],
  ])
})
