import { expect, test } from 'vitest'
import { builtInConcepts } from './built-in-concepts.ts'
import { nameStem } from './name-stem.ts'

const concepts = builtInConcepts()

test.each([
  [
    'occupation:salesperson',
    'Verkäuferinnen, Verkäufer*in, VerkäuferIn, vendeur(se), vendedoras, vânzătorilor, shop assistants',
  ],
  [
    'occupation:nurse',
    'Krankenschwestern, Gesundheits- und Krankenpfleger/in, infirmier(ère), enfermeras, asistente medicale',
  ],
  [
    'occupation:software developer',
    'Software-Entwicklerin, Softwareentwickler:innen, développeuse, programadora, programatori',
  ],
  [
    'occupation:system administrator',
    'Systembetreuer, admin système, técnico de sistemas, Windows 11 administrator',
  ],
  [
    'skill:ci/cd',
    'deployment pipelines, kontinuierliche Integration, intégration continue, entrega continua, integrare continuă',
  ],
  ['occupation:accountant', 'Buchhalterin, comptables, contables, contabilului, bookkeepers'],
  ['occupation:electrician', 'Elektrikern, électricienne, electricistas, electricianul, electricians'],
  [
    'occupation:office clerk',
    'kaufmännischen Angestellten, Bürokauffrau, assistant(e) administratif(ve), auxiliares administrativas',
  ],
  [
    'occupation:dental assistant',
    'Zahnmedizinische/r Fachangestellte/r, assistantes dentaires, dental nurses',
  ],
  [
    'occupation:kitchen assistant',
    'Küchenhilfen, aides de cuisine, ayudantes de cocina, ajutor de bucătar, kitchen porters',
  ],
  [
    'skill:project management',
    'Projektmanagement, gestion des projets, gestión de proyectos, managementul proiectului',
  ],
  ['skill:payroll', 'Lohn- und Gehaltsabrechnung, gestion de la paie, nóminas, calculul salariilor'],
  [
    'skill:forklift driving',
    'Staplerschein, CACES 3, carnet de carretillero, permis stivuitor, forklift licence',
  ],
  [
    'skill:inventory management',
    'stocktaking, inventory counts, Inventur, Bestandsaufnahme, Recuento de existencias, inventarierea stocurilor',
  ],
  [
    'skill:customer acquisition',
    'winning new customers, Gewinnung von Neukunden, recherche de nouveaux clients, captar clientes, atragerea de clienți',
  ],
  [
    'skill:debt collection',
    'chasing overdue payments, Mahnungen, relance des impayés, gestión de impagos, recuperarea creanțelor',
  ],
  [
    'skill:leadership',
    'managing staff, Führung von 12 Mitarbeitern, encadrement, gestión de ocho empleados, coordonarea a zece angajați',
  ],
  [
    'occupation:estate agent',
    'realtor, Immobilienmaklerin, courtier immobilier, corredora de propiedades, agent imobiliar',
  ],
  ['skill:value added tax', 'VAT, Mehrwertsteuer, TVA, IVA, taxei pe valoarea adăugată'],
  [
    'skill:elderly care',
    'Altenpflege, soins aux personnes âgées, cuidado de ancianos, îngrijirea bătrânilor',
  ],
])('%s by all its names: %s', (key, names) => {
  const found = names.split(', ').map((name) => concepts.find(name).map(({ concept }) => concept.key))
  expect(found.filter((keys) => !keys.includes(key))).toEqual([])
})

test.each([
  ['Verkauf', 'Verkäufer'],
  ['welder', 'welding'],
  ['Bäckerei', 'Bäcker'],
  ['nurse', 'nursing'],
])('%s and %s are not forms of one word', (one, other) => {
  expect(nameStem(one.toLowerCase())).not.toBe(nameStem(other.toLowerCase()))
})

test.each([
  'Policies are a place to host; please post an urgent custom back',
  'Arbeitest du sauber? Der Dienstplan steht fest.',
  'Le maître d’ouvrage ferme le salon permanent.',
  'Llevar a cabo el proyecto, con tarjetas y carpetas internas',
  'Program flexibil, buget anual și depozit bancar',
])('an ordinary word is not taken for a form of a name: %s', (text) => {
  expect(concepts.find(text).map(({ concept }) => concept.key)).toEqual([])
})

test('the longest name wins', () => {
  const keysIn = (text: string) => concepts.find(text).map(({ concept }) => concept.key)
  expect(keysIn('java')).toEqual(['skill:java'])
  expect(keysIn('java developer')).toEqual(['occupation:java developer'])
  expect(concepts.near('skill:java')).toContainEqual(
    expect.objectContaining({ key: 'occupation:java developer' }),
  )
})

/** Male and female names of one occupation, by which a talent must not be told apart. */
const pairs = `
  salesman saleswoman, waiter waitress, policeman policewoman, steward stewardess, barman barmaid, fireman firewoman
  Koch Köchin, Arzt Ärztin, Ingenieur Ingenieurin, Bauingenieur Bauingenieurin, Monteur Monteurin, Fischer Fischerin,
  Schneider Schneiderin, Gebäudereiniger Gebäudereinigerin, Kaufmann_im_Einzelhandel Kauffrau_im_Einzelhandel,
  Krankenpfleger Krankenschwester, Hotelfachmann Hotelfachfrau, Steuerfachangestellter Steuerfachangestellte,
  kaufmännischer_Angestellter kaufmännische_Angestellte, Rechtsanwalt Rechtsanwältin, Psychologe Psychologin
  technicien_de_maintenance technicienne_de_maintenance, mécanicien mécanicienne, pharmacien pharmacienne, serveur serveuse,
  Serveur Serveuse, caissier caissière, acheteur acheteuse, directeur_commercial directrice_commerciale, facteur factrice,
  employé_administratif employée_administrative, chef_de_projet cheffe_de_projet, avocat avocate, comédien comédienne
  enfermero enfermera, jefe_de_ventas jefa_de_ventas, mozo_de_almacén moza_de_almacén, profesor profesora, actor actriz,
  mecánico mecánica, administrativo administrativa, informático informática, modisto modista, camarero camarera
  asistent_medical asistentă_medicală, infirmier infirmieră, vânzător vânzătoare, bucătar bucătăreasă, coafor coafeză,
  mecanic mecanică, electromecanic electromecanică, învățător învățătoare, chelner chelneriță, educator educatoare`
  .trim()
  .split(/\s*[,\n]\s*/)
  .map((pair) => pair.split(' ').map((name) => name.replaceAll('_', ' ')) as [string, string])

test.each(pairs)('%s and %s name the same concept', (male, female) => {
  const keysIn = (text: string) => concepts.find(text).map(({ concept }) => concept.key)
  expect(keysIn(female)).toEqual(keysIn(male))
})
