import { expect, test } from 'vitest'
import { scanSource } from './scan-source.ts'

test('comments are blanked and offsets stay', () => {
  const { code, withoutComments } = scanSource('a // b\n/* c\n d */ e')
  expect(code).toBe('a     \n    \n      e')
  expect(withoutComments).toBe(code)
})

test('a shebang is a comment', () => {
  expect(scanSource('#!/usr/bin/env node\na').code.trim()).toBe('a')
})

test('quoted text is blank in `code` and kept in `withoutComments`', () => {
  const { code, withoutComments } = scanSource(`f('// no "comment"', "it's", 'it\\'s')`)
  expect(code).toBe(`f('               ', "    ", '     ')`)
  expect(withoutComments).toBe(`f('// no "comment"', "it's", 'it\\'s')`)
})

test('empty and unterminated strings end where they should', () => {
  expect(scanSource(`a('', b)`).code).toBe(`a('', b)`)
  expect(scanSource(`'open\nnext`).code).toContain('next')
})

test('the expressions inside a template are code at any depth', () => {
  const { code } = scanSource('`a ${b + `c ${{ d: 1 }.d} e`} f` + g')
  expect(code).toBe('`  ${b + `  ${{ d: 1 }.d}  `}  ` + g')
})

test('literals are listed with their offset, templates up to the first expression', () => {
  const { literals } = scanSource("f('one', `two:${x}:three`)")
  expect(literals).toEqual([
    { text: 'one', offset: 2 },
    { text: 'two:', offset: 9 },
  ])
})

test('a quote inside a regular expression does not open a string', () => {
  const { code } = scanSource("const a = /['\"]/g\nconst b = x.match(/[/']/)\nconst c = 'd'")
  expect(code).toContain('const b = x.match(')
  expect(code).toContain("const c = ' '")
})

test('a division is not a regular expression', () => {
  expect(scanSource("a / b + 'c' / d").code).toBe("a / b + ' ' / d")
  expect(scanSource('(a) / b / c').code).toBe('(a) / b / c')
})

test('a closing tag is not a regular expression', () => {
  expect(scanSource('<p>a</p>\nDate.now()').code).toContain('Date.now()')
})
