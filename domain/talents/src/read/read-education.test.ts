import { expect, test } from 'vitest'
import { readCvLines } from './cv-lines.ts'
import { readEducation } from './read-education.ts'
import { builtInTalentNames } from './talent-names.ts'

const names = builtInTalentNames()

const read = (text: string) =>
  readEducation(readCvLines(`EDUCATION\n${text}`).lines, names).map(
    ({ level, field, institution, year }) => `${level} | ${field} | ${institution} | ${year}`,
  )

test.each([
  [
    'Bachelor of Science in Computer Science, University of Leeds, 2015',
    'bachelor | Computer Science | University of Leeds | 2015',
  ],
  ['BSc (Hons) Nursing, University of Leeds, 2025', 'bachelor | Nursing | University of Leeds | 2025'],
  ['M.S. Economics, Boston College, 2010 - 2012', 'master | Economics | Boston College | 2012'],
  ['State University — B.F.A. in Graphic Design', 'bachelor | Graphic Design | State University | null'],
  ['Boston University, Boston, MA, 2012', 'null | null | Boston University | 2012'],
  ['MBA, London Business School', 'master | Business Administration | London Business School | null'],
  ['Ausbildung zur Bürokauffrau, IHK Hamburg, 2013', 'vocational | Bürokauffrau | IHK Hamburg | 2013'],
  [
    'Elektroniker für Betriebstechnik (IHK), Stuttgart, 2020',
    'vocational | Elektroniker für Betriebstechnik | IHK | 2020',
  ],
  [
    'Licence Marketing et communication (bac+3), Université Paris 13, 2018',
    'bachelor | Marketing et communication | Université Paris 13 | 2018',
  ],
  ['CAP cuisine, Lycée hôtelier de Lyon, 2018', 'vocational | cuisine | Lycée hôtelier de Lyon | 2018'],
  ['Grado en Derecho, Universidad de Deusto, 2018', 'bachelor | Derecho | Universidad de Deusto | 2018'],
  [
    'Licență în Economie, Universitatea Bogdan Vodă, 2018',
    'bachelor | Economie | Universitatea Bogdan Vodă | 2018',
  ],
  ['A-levels: Biology, Psychology, 2021', 'secondary | null | null | 2021'],
])('%s', (line, entry) => {
  expect(read(line)).toEqual([entry])
})

test('an entry may take several lines, with its dates first or last', () => {
  const first = '2010 - 2014\nBSc Physics\nAcme University\n2014 - 2016\nMSc Physics\nBeta University'
  const last = 'BSc Physics\nAcme University\n2010 - 2014\nMSc Physics\nBeta University\n2014 - 2016'
  const entries = ['bachelor | Physics | Acme University | 2014', 'master | Physics | Beta University | 2016']
  expect(read(first)).toEqual(entries)
  expect(read(last)).toEqual(entries)
})

test('a school whose name has no typical word is not a field', () => {
  expect(read('Bachelor, HTW Dresden, 2012')).toEqual(['bachelor | null | null | 2012'])
})

test.each([
  ['Lic. en Administración Hotelera, Universidad del Caribe, 2021', 'bachelor'],
  ['Contador Público, Universidad Autónoma Metropolitana, titulado en 2023', 'bachelor'],
  ['Técnico Superior Universitario en Turismo, Universidad Tecnológica de Cancún', 'associate'],
  ['Bachelier en comptabilité – promotion sociale, Namur – 2015', 'bachelor'],
  ['Baccalauréat en administration des affaires, Université Laval, 2019', 'bachelor'],
  ['DEC en techniques de bureautique, Cégep Garneau, 2009', 'associate'],
  ['2000 – 2003 Steuerfachangestellte, Kanzlei Dr. Overbeck', 'vocational'],
  ['Fachinformatiker Systemintegration (IHK)', 'vocational'],
  ['2004 – 2007 Fachschule für Sozialpädagogik, Dresden', 'vocational'],
  ['2005: Realschule Baunatal', 'secondary'],
  ['Colegiul Politehnic din Bălți, Comerț, 2016 – 2020', 'secondary'],
  ['PGCE Primary with QTS, Severnside University, 2018', 'bachelor'],
  ['Baccalauréat STG, 2009. Aucun autre examen.', 'secondary'],
])('the level of %s is %s', (line, level) => {
  expect(read(line)[0]).toMatch(new RegExp(`^${level} `))
})

test.each([
  'Ingeniería Electromecánica, UTN Delta, primer año aprobado (en pausa)',
  'Bachelor of Arts, Leeds, dropped out in 2015',
  'Studium der Informatik, abgebrochen',
])('%s is not a degree', (line) => {
  expect(read(line)).toEqual([])
})

test.each([
  ['QUALIFICATIONS\nBSc Environmental Science, 2015', ['bachelor']],
  ['EXPERIENCE\nAusbildung zum Mechatroniker – 09/2013 bis 01/2017', ['vocational']],
  ['SUMMARY\nSoy licenciada en Turismo y llevo tres años en mostrador.', ['bachelor']],
  ['CERTIFICATES\nNZ Certificate in Cookery, Level 4, 2020', ['vocational']],
  ['SUMMARY\nDiplomada en Enfermería y colegiada.', ['bachelor']],
  ['SKILLS\nMS Word, MS Excel', []],
  ['EXPERIENCE\nTaught bachelor students and master data', []],
])('%s gives %j outside the education section', (text, levels) => {
  expect(readEducation(readCvLines(text).lines, names).map(({ level }) => level)).toEqual(levels)
})
