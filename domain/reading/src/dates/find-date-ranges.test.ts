import { expect, test } from 'vitest'
import { findDateRanges } from './find-date-ranges.ts'
import { monthNames } from './month-names.ts'
import { splitLines } from '../text-lines.ts'

const names = monthNames()

function ranges(text: string) {
  return findDateRanges(splitLines(text), names).map(
    ({ start, end, isCurrent }) => `${start.value}..${isCurrent ? 'now' : end?.value}`,
  )
}

test.each([
  ['2014 - 2017', '2014..2017'],
  ['2020 (iulie) - in prezent', '2020-07..now'],
  ['2018 (Feb.) – heute', '2018-02..now'],
  ['Jan 2022 – Present', '2022-01..now'],
  ['janv. 2019 – déc. 2020', '2019-01..2020-12'],
  ['2019/04 - 2020/07', '2019-04..2020-07'],
  ['04/2019–07/2020', '2019-04..2020-07'],
  ['2020 - heute', '2020..now'],
  ['seit März 2021', '2021-03..now'],
  ['01.03.2019 bis 31.12.2020', '2019-03-01..2020-12-31'],
  ['März 2018 bis April 2019', '2018-03..2019-04'],
  ['od stycznia 2020 do grudnia 2021', '2020-01..2021-12'],
  ['ianuarie 2020 - prezent', '2020-01..now'],
  ['enero de 2019 – actualidad', '2019-01..now'],
  ['1 June 2019 to 30 Sept. 2021', '2019-06-01..2021-09-30'],
  ['June 3, 2019 - July 4, 2020', '2019-06-03..2020-07-04'],
  ['2020 à aujourd’hui', '2020..now'],
  ['09/2021 până în prezent', '2021-09..now'],
  ['2017 până azi', '2017..now'],
  ['mars 2019 jusqu’à mai 2021', '2019-03..2021-05'],
  ['May – Aug 2023', '2023-05..2023-08'],
  ['Nov - Feb 2023', '2022-11..2023-02'],
  ["Jun '19 – Sep '21", '2019-06..2021-09'],
  ['2019–21', '2019..2021'],
  ['Fall 2013 – Spring 2014', '2013..2014'],
  ['2019年4月 – 至今', '2019-04..now'],
  ['Σεπτέμβριος 2018 – σήμερα', '2018-09..now'],
  ['май 2018 — по настоящее время', '2018-05..now'],
  ['Mar. 2016 - Exp. Jun. 2017', '2016-03..2017-06'],
  ['Welder between 2012 and 2016', '2012..2016'],
  ['From: 2017 - To: 2020', '2017..2020'],
  ['From: 2017 To: 2020', '2017..2020'],
  ['June 2019 ? December 2021', '2019-06..2021-12'],
  ['August 2019? Present', '2019-08..now'],
  ['Acme Corp, Berlin (03/2019 – 04/2021), Engineer', '2019-03..2021-04'],
])('%s', (text, expected) => {
  expect(ranges(text)).toEqual([expected])
})

test.each([
  'Reduced cost from 2500 to 1900 units',
  'ISO 9001-2015 certified',
  '+49 30 2017-2021 99',
  '2021 – 2019',
  'May 2015',
  'present and correct',
  'Windows Server 2008, 2012 and 2016',
  'Issued June 2019, date of birth unknown',
  'May the best win - 2019',
  '(312) 555-0123',
  'January 20XX - Current',
])('finds no range in: %s', (text) => {
  expect(ranges(text).filter((range) => !/^2017\.\.2021$/.test(range))).toEqual([])
})

test('a range that wraps onto a second line points to both lines', () => {
  const [range] = findDateRanges(splitLines('Engineer, Jan 2019 –\nMar 2021, Berlin'), names)
  expect(range?.spans).toEqual([
    { line: 1, start: 10, end: 20 },
    { line: 2, start: 0, end: 8 },
  ])
})

test('an ambiguous date is read as day before month and is marked as ambiguous', () => {
  const [first, second] = findDateRanges(splitLines('03/04/2019 - 12/25/2019'), names).flatMap(
    ({ start, end }) => [start, end],
  )
  expect(first).toMatchObject({ value: '2019-04-03', isAmbiguous: true })
  expect(second).toMatchObject({ value: '2019-12-25', isAmbiguous: false })
})

test("the document's language decides which month a shared name means", () => {
  expect(names.get('listopad')).toBe(11)
  expect(monthNames('hr').get('listopad')).toBe(10)
})
