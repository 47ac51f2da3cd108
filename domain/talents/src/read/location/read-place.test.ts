import { expect, test } from 'vitest'
import { readTalentText } from '../../read-talent-text.ts'
import { builtInTalentNames } from '../talent-names.ts'
import { readPlace } from './read-place.ts'

const placeOf = (head: string) => {
  const text = `Bo Li\n${head}\nbo@mail.example\n\nEXPERIENCE\n2019 – 2022 Welder, Acme Ltd`
  return readTalentText(text, { year: 2026, month: 11 }).location
}

test.each([
  ['Saskatoon, SK', 'saskatoon', 'CA'],
  ['Duluth, Minnesota, USA', 'duluth', 'US'],
  ['Caraquet (Nouveau-Brunswick)', 'caraquet', 'CA'],
  ['Ballarat VIC 3350', 'ballarat', 'AU'],
  ['Playa del Carmen, Q. Roo (fracc. Villas del Sol)', 'playa del carmen', 'MX'],
  ['Montréal, Québec, Canada', 'montreal', 'CA'],
  ['Québec (Limoilou) · 418 555-0123', 'quebec', 'CA'],
  ['La Tour-de-Peilz (VD)', 'la tour-de-peilz', 'CH'],
  ['Saint-Herblain (44)', 'saint-herblain', 'FR'],
  ['Adresse : 5 allée des Capucines, 44300 Nantes', 'nantes', 'FR'],
  ['Chaussée de Dinant 402, 5000 Namur. GSM 0470 00 12 34', 'namur', 'BE'],
  ['Gievenbecker Reihe 40, 48161 Münster', 'munster', 'DE'],
  ['Wohnung: 90441 Nürnberg, Schweinauer Straße', 'nurnberg', 'DE'],
  ['geboren 1985 in Poltawa, wohnhaft in 01139 Dresden-Mickten', 'dresden', 'DE'],
  ['Anschrift       Am Stadtgraben 3, 48143 Münster', 'munster', 'DE'],
  ['Locuiesc în Giroc, județul Timiș', 'giroc', 'RO'],
  ['mun. Chișinău, sect. Botanica', 'chisinau', 'MD'],
  ['24 de ani, Chișinău (Ciocana)', 'chisinau', 'MD'],
  ['Col. Portales, Alcaldía Benito Juárez, CDMX', 'ciudad de mexico', 'MX'],
  ['Scarborough, Toronto, Ontario | 416 555 0123', 'toronto', 'CA'],
  ['Habite à Tours (37) | bo.li@mail.example', 'tours', 'FR'],
  ['Lives: Prospect, Adelaide SA', 'adelaide', 'AU'],
  ['5721 Piesendorf im Pinzgau (9 km bis Zell am See)', 'piesendorf im pinzgau', 'AT'],
])('%s is in %s, %s', (head, town, country) => {
  expect(placeOf(head)).toMatchObject({ town, country, line: 1 })
})

test.each([
  ['Vellmar (Landkreis Kassel, 6 km bis Kassel Nord)', 'kassel'],
  ['Wohnort: 90513 Zirndorf (15 Minuten bis zum Hafen Nürnberg)', 'nurnberg'],
  ['Mississauga, ON (GTA)', 'toronto'],
  ['Grove City, OH (Columbus metro)', 'columbus'],
  ['Martensville, SK – 15 min. from Saskatoon', 'saskatoon'],
  ['Lévis, secteur Saint-Romuald (région de Québec)', 'quebec'],
  ['Jacks Point, New Zealand', 'queenstown'],
  ['Yuncos (Toledo)', 'toledo'],
  ['27 años — Derqui, partido de Pilar', 'pilar'],
  ['Dumbrăvița, jud. Timiș', 'timisoara'],
  ['or. Ialoveni (vin zilnic la Chișinău, 20 de minute cu rutiera)', 'chisinau'],
  ['Belén de Escobar, Buenos Aires. Tengo auto, llego a Pilar en 25 minutos.', 'pilar'],
  ['z. Zt. Osnabrück, ab Februar 2027 in Münster (Zusammenzug mit meinem Partner)', 'munster'],
  ['derzeit 94032 Passau (Deutschland) – Umzug nach Zell am See erwünscht', 'zell am see'],
  ['Currently Norwich; I am moving to Bristol over Christmas.', 'bristol'],
  ['Regina, Saskatchewan (will relocate to Saskatoon; my wife starts there)', 'saskatoon'],
  ['Barranquilla. Disponible para radicarme en Bogotá desde mayo', 'bogota'],
  ['Puebla, Pue. Me mudo a la Ciudad de México en enero de 2027', 'ciudad de mexico'],
  ['Strasbourg, prête à déménager à Montreux dès la signature', 'montreux'],
])('%s is near %s, or moves there', (head, area) => {
  expect(placeOf(head)?.areas).toContain(area)
})

test.each([
  'Talavera de la Reina (Toledo)',
  'Nantes (Malakoff)',
  'Kassel',
  'Berlin. I am not moving to Kassel.',
])('%s gives no other town', (head) => {
  expect(placeOf(head)?.areas ?? []).toEqual([])
})

test.each(['Chef de rang – sommellerie', 'Registered Nurse', 'Mag. (FH)', 'Data Analyst | SQL, Python'])(
  '%s is not a place',
  (head) => {
    expect(placeOf(head)).toBeNull()
  },
)

test('a street without a number is left out of the text of a place', () => {
  expect(readPlace('Am Stadtgraben 3, 48143 Münster', builtInTalentNames())?.text).toBe('Münster')
})
