import { expect, test } from 'vitest'
import { foldGender } from './gender-forms.ts'
import { readTerms } from './term.ts'

const pairs: Readonly<Record<string, string>> = {
  English: `
    waiter waitress, actor actress, salesman saleswoman, salesmen saleswomen, businessman businesswoman, host hostess,
    steward stewardess, chairman chairperson, policeman policewoman, landlord landlady, headmaster headmistress,
    craftsman craftswoman, foreman forewoman, barman barmaid, cameraman camerawoman, manager manageress, tailor seamstress`,
  German: `
    Verkäufer Verkäuferin, Koch Köchin, Arzt Ärztin, Maler Malerin, Bauer Bäuerin, Kunde Kundin, Kollege Kollegin, Chef Chefin,
    Kaufmann Kauffrau, Fachmann Fachfrau, Hausmann Hausfrau, Krankenpfleger Krankenschwester, Pfleger Schwester,
    Lehrer Lehrerinnen, Beamter Beamtin, Wirt Wirtin, Autor Autorin, Pilot Pilotin, junger junge, engagierter engagierte,
    aktiver aktive, Maurer Maurerin, Rumäne Rumänin, Bürokaufmann Bürokauffrau, Tagesvater Tagesmutter, Bruder Schwester, lediger ledige`,
  French: `
    vendeur vendeuse, serveur serveuse, loueur loueuse, acteur actrice, directeur directrice, tuteur tutrice,
    infirmier infirmière, léger légère, boulanger boulangère, technicien technicienne, doyen doyenne, motivé motivée, doué douée,
    employé employée, sportif sportive, actif active, chef cheffe, joyeux joyeuse, sérieux sérieuse, prêt prête, fort forte,
    avocat avocate, réel réelle, maître maîtresse, hôte hôtesse, public publique, patron patronne, adjoints adjointes, steward hôtesse`,
  Spanish: `
    médico médica, vendedor vendedora, autor autora, actor actriz, camarero camarera, cocinero cocinera, maestro maestra,
    jefe jefa, médicos médicas, enfermero enfermera, chico chica, activo activa, alcalde alcaldesa, director directora,
    abogado abogada, mozo moza, proactivo proactiva, técnico técnica, dependiente dependienta, sastre modista`,
  Romanian: `
    vânzător vânzătoare, autor autoare, elev elevă, actor actriță, șofer șoferiță, bucătar bucătăreasă, croitor croitoreasă,
    contabil contabilă, preot preoteasă, inginer ingineră, tânăr tânără, activ activă, chelner chelneriță, motivat motivată,
    coafor coafeză, medic medică, casier casieră, secretar secretară, operator operatoare, muncitor muncitoare, profesor profesoară, serios serioasă, șef șefă, medic doctoriță, român româncă`,
}

const table = Object.entries(pairs).flatMap(([language, list]) =>
  list.split(',').map((pair) => {
    const [male = '', female = ''] = pair.trim().split(/\s+/)
    return { language, male, female }
  }),
)

test('the table has pairs of five languages', () => {
  expect(new Set(table.map(({ language }) => language)).size).toBe(5)
  expect(table.length).toBeGreaterThanOrEqual(60)
})

test.each(table)('$language: $male and $female have one term', ({ male, female }) => {
  const [maleTerm, femaleTerm] = [readTerms(male), readTerms(female)]
  expect(maleTerm).toHaveLength(1)
  expect(femaleTerm).toEqual(maleTerm)
})

test('short words and words that only look gendered keep their form', () => {
  const words = ['java', 'data', 'node', 'sql', 'kotlin', 'plugin', 'domain', 'docker', 'python', 'linux']
  expect(words.map(foldGender)).toEqual(words)
})

test('words of different meanings stay apart', () => {
  const words = [
    'driver',
    'drive',
    'test',
    'tester',
    'nurse',
    'cook',
    'koch',
    'waiter',
    'water',
    'actor',
    'active',
  ]
  expect(new Set(words.map(foldGender)).size).toBe(words.length)
})
