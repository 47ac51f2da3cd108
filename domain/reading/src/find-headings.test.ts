import { expect, test } from 'vitest'
import { findHeadings } from './find-headings.ts'
import { type TextLine, splitLines } from './text-lines.ts'

const kinds = (lines: readonly TextLine[]) => findHeadings(lines).map(({ kind, text }) => `${kind} ${text}`)
const plain = (text: string) => kinds(splitLines(text))

test.each([
  ['EXPERIENCE', 'experience EXPERIENCE'],
  ['Work Experience:', 'experience Work Experience'],
  ['E D U C A T I O N', 'education EDUCATION'],
  ['• Skills', 'skills Skills'],
  ['Honors & Awards', 'awards Honors & Awards'],
  ['Berufserfahrung', 'experience Berufserfahrung'],
  ['Formación académica', 'education Formación académica'],
  ['Język obce', undefined],
  ['Umiejętności', 'skills Umiejętności'],
  ['Experiență profesională', 'experience Experiență profesională'],
  ['Compétences', 'skills Compétences'],
  ['Опыт работы', 'experience Опыт работы'],
])('%s', (text, expected) => {
  expect(plain(text)).toEqual(expected === undefined ? [] : [expected])
})

test.each(['skills.', 'and experience', 'Languages: English, German', 'Experience in managing large teams'])(
  'finds no heading in: %s',
  (text) => {
    expect(plain(text)).toEqual([])
  },
)

test("a label to the left of its section is a heading without the section's text", () => {
  const [heading] = findHeadings(splitLines('Experience  Staff Engineer  2019'))
  expect(heading).toMatchObject({ kind: 'experience', span: { line: 1, start: 0, end: 10 } })
})

function styled(lines: readonly [text: string, sizePt: number, isBold: boolean][]): TextLine[] {
  return splitLines(lines.map(([text]) => text).join('\n')).map((line, index) =>
    Object.assign(line, { sizePt: lines[index]?.[1], isBold: lines[index]?.[2] }),
  )
}

test('a line that looks like the known headings is a heading, even of an unknown kind', () => {
  const text: [string, number, boolean][] = Array.from({ length: 9 }, (_, index) => [
    `Line number ${index} of text`,
    10,
    false,
  ])
  const lines = styled([
    ['Education', 13, true],
    ...text,
    ['Skills', 13, true],
    ...text,
    ['Aviation Engineering Experience', 13, true],
    ['Things I Like', 13, true],
    ['Bold job title', 10, true],
  ])
  expect(kinds(lines)).toEqual([
    'education Education',
    'skills Skills',
    'experience Aviation Engineering Experience',
    'other Things I Like',
  ])
})

test('if headings look alike, a known word in smaller type is not a heading', () => {
  const lines = styled([
    ['SUMMARY', 12, true],
    ['EXPERIENCE', 12, true],
    ['STRENGTHS', 12, true],
    ['Leadership', 9, true],
  ])
  expect(kinds(lines)).not.toContain('volunteering Leadership')
})
