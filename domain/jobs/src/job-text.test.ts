import { expect, test } from 'vitest'
import { composeJobText, withoutTitle } from './job-text.ts'

test("a job's text starts with its title exactly once", () => {
  const text = composeJobText('Nurse', '- Night shifts')
  expect(text).toBe('Nurse\n\n- Night shifts')
  expect(composeJobText('Nurse', text)).toBe(text)
  expect(composeJobText('Nurse', '  Nurse \n- Night shifts')).toBe('  Nurse \n- Night shifts')
  expect(composeJobText('Nurse', 'Nurses wanted')).toBe('Nurse\n\nNurses wanted')
})

test('a new title replaces the old one in the text', () => {
  const text = composeJobText('Nurse', '- Night shifts')
  expect(composeJobText('Doctor', withoutTitle('Nurse', text))).toBe('Doctor\n\n- Night shifts')
  expect(withoutTitle('Doctor', text)).toBe(text)
})
