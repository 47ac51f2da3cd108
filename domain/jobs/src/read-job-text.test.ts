import { expect, test } from 'vitest'
import { readJobText } from './read-job-text.ts'

const specificityOf = (term: string) => term.length
const read = (text: string) =>
  readJobText(text, specificityOf).requirements.map((requirement) => {
    const months = 'minMonths' in requirement ? requirement.minMonths : null
    const forMonths = months === null ? '' : ` for ${months} months`
    return {
      asks: `${requirement.importance} ${requirement.category}${forMonths}`,
      text: requirement.text,
      line: requirement.line,
    }
  })

test('the first line is the title, list items are requirements, and offers are not', () => {
  expect(
    read(`Pipeline Welder

We look for a welder. You will like it.

Required skills
- TIG welding
- Reading plans

Required experience
- At least five years as a welder

Responsibilities
- Weld pipelines

What we offer
- Free lunch`),
  ).toEqual([
    { asks: 'must title', text: 'Pipeline Welder', line: 0 },
    { asks: 'nice task', text: 'We look for a welder.', line: 2 },
    { asks: 'nice task', text: 'You will like it.', line: 2 },
    { asks: 'must skill', text: 'TIG welding', line: 5 },
    { asks: 'must skill', text: 'Reading plans', line: 6 },
    { asks: 'must experience for 60 months', text: 'At least five years as a welder', line: 9 },
    { asks: 'should task', text: 'Weld pipelines', line: 12 },
  ])
})

test('markdown headings, a labelled title and skills in prose are read', () => {
  expect(read('## Job Title: Surgeon\n## Required Skills\nCalm hands, good eyes. Patience')).toEqual([
    { asks: 'must title', text: 'Surgeon', line: 0 },
    { asks: 'must skill', text: 'Calm hands', line: 2 },
    { asks: 'must skill', text: 'good eyes', line: 2 },
    { asks: 'must skill', text: 'Patience', line: 2 },
  ])
})

test('terms carry their specificity, and required years are not terms', () => {
  const { requirements } = readJobText('Welder\n- 3+ years of welding', specificityOf)
  expect(requirements[1]).toMatchObject({
    category: 'experience',
    minMonths: 36,
    alternatives: [
      [
        { term: 'of', specificity: 2 },
        { term: 'weldin', specificity: 6 },
      ],
    ],
  })
})

test('an empty text has no requirements', () => {
  expect(read('')).toEqual([])
})
