import { expect, test } from 'vitest'
import type { Segment } from './group-lines.ts'
import { orderLines } from './order-lines.ts'

type Piece = [text: string, left: number, row: number]

/** Lays out segments of 10-point text on rows 14 points apart, drawn in the given order. */
function read(pieces: readonly Piece[]): string[] {
  const segments = pieces.map(([text, left, row], order): Segment => {
    const baseline = 700 - row * 14
    const box = { left, right: left + text.length * 5, bottom: baseline - 2, top: baseline + 8 }
    return { text, box, baseline, sizePt: 10, isBold: false, order, isUpright: true }
  })
  return orderLines(segments).map(({ text }) => text)
}

const rows = (count: number) => Array.from({ length: count }, (_, row) => row)
const left = (row: number): Piece => [`left line ${row} with some text`, 40, row]
const right = (row: number): Piece => [`right line ${row} with more text`, 320, row]

test('columns that are drawn one after the other are read in that order', () => {
  const lines = read([...rows(6).map(left), ...rows(9).map(right)])
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    ...rows(6).map(() => 'left'),
    ...rows(9).map(() => 'right'),
  ])
})

test('columns that are drawn row by row are still read as columns when their rows do not match', () => {
  const pieces = rows(8).flatMap((row): Piece[] => [
    left(row),
    [`right line ${row} with more text`, 320, row + 0.5],
  ])
  expect(read(pieces).map((line) => line.split(' ')[0])).toEqual([
    ...rows(8).map(() => 'left'),
    ...rows(8).map(() => 'right'),
  ])
})

test('dates on the right belong to their rows', () => {
  const pieces = rows(6).flatMap((row): Piece[] => [
    [`Job title number ${row}`, 40, row * 3],
    [`2010 – 201${row}`, 480, row * 3],
    [`Did things that mattered a lot ${row}`, 40, row * 3 + 1],
  ])
  expect(read(pieces).slice(0, 2)).toEqual([
    'Job title number 0  2010 – 2010',
    'Did things that mattered a lot 0',
  ])
})

test('labels on the left belong to their rows', () => {
  const pieces = rows(5).flatMap((row): Piece[] => [
    [`Label ${row}`, 40, row * 2],
    [`What belongs to it, in one long line ${row}`, 140, row * 2],
    [`and continues on the next ${row}`, 140, row * 2 + 1],
  ])
  expect(read(pieces).slice(0, 2)).toEqual([
    'Label 0  What belongs to it, in one long line 0',
    'and continues on the next 0',
  ])
})

test('a row that spans both columns divides them', () => {
  const across: Piece = [
    'A heading that runs across the whole page, from the left column to the right one',
    40,
    5,
  ]
  const lines = read([
    ...rows(5).map(left),
    ...rows(5).map(right),
    across,
    ...rows(5).map((row) => left(row + 6)),
    ...rows(5).map((row) => right(row + 6)),
  ])
  expect(lines.map((line) => line.split(' ')[0])).toEqual(
    ['left', 'right', 'A', 'left', 'right'].flatMap((word) =>
      word === 'A' ? [word] : rows(5).map(() => word),
    ),
  )
})

test('text at the top is read first even if it is drawn last', () => {
  expect(
    read([
      ['Body text of the page', 40, 3],
      ['Name', 40, 0],
    ]),
  ).toEqual(['Name', 'Body text of the page'])
})

test('a superscript joins its row without a space', () => {
  const base = { baseline: 700, sizePt: 10, isBold: false, isUpright: true }
  const lines = orderLines([
    { ...base, text: '1', order: 0, box: { left: 40, right: 45, bottom: 698, top: 708 } },
    {
      ...base,
      text: 'st',
      order: 1,
      baseline: 703,
      sizePt: 7,
      box: { left: 45, right: 50, bottom: 701, top: 708 },
    },
    { ...base, text: 'place', order: 2, box: { left: 53, right: 78, bottom: 698, top: 708 } },
  ])
  expect(lines.map(({ text }) => text)).toEqual(['1st place'])
})
