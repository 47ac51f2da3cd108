import { expect, test } from 'vitest'
import { formatExperience } from './experience.ts'
import { maskContact } from './mask-contact.ts'

test('addresses, links and numbers are masked, and dates are not', () => {
  expect(maskContact('Cluj | ana.pop@example.com | +40 721 234 567 | linkedin.com/in/ana')).toBe(
    'Cluj | ▒▒▒ | ▒▒▒ | ▒▒▒',
  )
  expect(maskContact('Welder, 03/2020 - 05/2022, ISO 9606-1')).toBe('Welder, 03/2020 - 05/2022, ISO 9606-1')
  expect(maskContact('2016–2023 Welder')).toBe('2016–2023 Welder')
})

test('experience is in months below a year, and in half years below ten', () => {
  expect([1, 7, 12, 31, 130].map(formatExperience)).toEqual([
    '1 month',
    '7 months',
    '1 year',
    '2.5 years',
    '10 years',
  ])
})
