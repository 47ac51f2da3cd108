import { expect, test } from 'vitest'
import { withoutSqlComments } from './scan-sql.ts'

test('comments are blanked, also inside a function body, and offsets stay', () => {
  expect(withoutSqlComments('a -- b\n/* c */ $$ d -- e\n$$')).toBe('a     \n        $$ d     \n$$')
})

test('two hyphens inside quotes do not begin a comment', () => {
  const sql = `select '-- it''s', "a--b"`
  expect(withoutSqlComments(sql)).toBe(sql)
})
