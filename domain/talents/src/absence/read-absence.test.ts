import { expect, test } from 'vitest'
import { readAbsence } from './read-absence.ts'

const place = { heading: '', isAboutWork: false }

// Each line with a word that is absent and, where there is one, a word that is shown all the same.
test.each([
  ['No driving licence', 'licence', ''],
  ['no driving licence, own bike', 'licence', 'bike'],
  ['Driving licence: none', 'licence', ''],
  ['Driving licence: no', 'licence', ''],
  ['I do not have a driving licence', 'licence', ''],
  ["I don't drive", 'drive', ''],
  ['Welder without a driving licence', 'licence', 'Welder'],
  ['Philippine nursing licence. I do not hold AHPRA registration yet; exam ahead', 'AHPRA', 'Philippine'],
  ['Not registered with AHPRA', 'AHPRA', ''],
  ['AHPRA registration: not yet', 'AHPRA', ''],
  ['I am not yet registered with the NMC', 'NMC', ''],
  ['I do not have QTS. I plan to apply.', 'QTS', 'apply'],
  ['No Red Seal yet – I expect to write the exam in 2029', 'Red Seal', 'exam'],
  ['No experience with SAP, Sage or Navision', 'Navision', ''],
  ['No experience with SAP but daily use of Excel', 'SAP', 'Excel'],
  ['Never worked with SAP', 'SAP', ''],
  ['I speak English and do not speak German', 'German', 'English'],
  ['I cannot drive', 'drive', ''],
  ['Driving licence suspended until 2027', 'licence', ''],
  ['Kein Führerschein', 'Führerschein', ''],
  ['Führerschein: keiner (nicht vorhanden, ich komme mit der Straßenbahn)', 'Führerschein', 'Straßenbahn'],
  ['Führerschein: nein', 'Führerschein', ''],
  ['Führerschein Klasse CE: noch nicht vorhanden', 'CE', ''],
  ['CE noch nicht vorhanden', 'CE', ''],
  ['B, C1, C – die Klasse CE habe ich nicht und möchte ich auch nicht machen', 'CE', 'C1'],
  ['Schlosser ohne Führerschein', 'Führerschein', 'Schlosser'],
  ['Ich habe leider keinen Führerschein', 'Führerschein', ''],
  ['keine Erfahrung mit SAP', 'SAP', ''],
  ['SAP: keine Kenntnisse', 'SAP', ''],
  ['Excel sehr gut, aber keine SAP-Kenntnisse', 'SAP', 'Excel'],
  ['Große Freude an Technik, kein Interesse an Schichtarbeit', 'Schichtarbeit', 'Technik'],
  ['Die staatliche Anerkennung als Erzieherin liegt nicht vor; Antrag gestellt', 'Anerkennung', 'Antrag'],
  ['Approbation noch nicht vorhanden', 'Approbation', ''],
  ['Ich spreche kein Französisch', 'Französisch', ''],
  ['pas de permis', 'permis', ''],
  ['Je me déplace en transports en commun : pas de permis de conduire.', 'permis', 'transports'],
  ['Sans permis B', 'permis', ''],
  ["Je n'ai pas le permis", 'permis', ''],
  ['Je n’ai pas encore de permis', 'permis', ''],
  ['Je ne possède pas de véhicule', 'véhicule', ''],
  ["Pas d'expérience sur SAP", 'SAP', ''],
  ["Aucune expérience de SAP, bon niveau d'Excel", 'SAP', 'Excel'],
  ["Pas encore inscrite à l'Ordre", 'Ordre', ''],
  ['Je ne parle pas allemand', 'allemand', ''],
  ['sin carné', 'carné', ''],
  ['No dispongo de vehículo propio', 'vehículo', ''],
  [
    'De carretillero: no tengo el carné, nunca lo he sacado. Si la empresa lo paga, lo hago.',
    'carretillero',
    'empresa',
  ],
  ['No tengo carné de conducir', 'carné', ''],
  ['Carné de conducir: no', 'Carné', ''],
  ['Todavía no estoy colegiada', 'colegiada', ''],
  ['Sin experiencia en SAP', 'SAP', ''],
  ['No hablo inglés', 'inglés', ''],
  ['Nunca he trabajado con SAP', 'SAP', ''],
  ['ANRE nu dețin', 'ANRE', ''],
  ['ANRE: nu detin legitimatie (am picat examenul in 2022)', 'ANRE', 'examenul'],
  ['nu am permis de conducere', 'permis', ''],
  ['Permis: nu', 'Permis', ''],
  ['CE: nu am categoria E, vreau să fac școala anul viitor', 'CE', 'școala'],
  ['Fără permis auto', 'permis', ''],
  ['Nu vorbesc germana', 'germana', ''],
  ['Nu am lucrat cu SAP', 'SAP', ''],
  ['Încă nu am atestat', 'atestat', ''],
  ['nu am experiență cu SAP, dar cunosc Excel', 'SAP', 'Excel'],
])('%s', (line, missing, kept) => {
  const { absent, shown } = readAbsence(line, place)
  expect(absent.join(' ')).toContain(missing)
  expect(shown).not.toContain(missing)
  expect(shown).toContain(kept)
})

test.each([
  'Not only Excel but also SAP',
  'Nicht nur SAP, sondern auch Excel',
  'Non seulement SAP',
  'No solo SAP',
  'Nu doar SAP',
  'No. 1 in sales with Salesforce',
  'No 7 depot, forklift licence',
  'Non-profit accounting in SAP',
  'No-code tools: Bubble',
  'Drives a forklift without supervision',
  'Montage ohne Aufsicht',
  'Trabajo sin supervisión',
  'Conduite sans encadrement',
  'Lucrez fără supraveghere',
  'No accidents in ten years of driving',
  'Unfallfrei, Führerschein B',
  'Führerschein seit 1998 ohne Unfälle',
  'Kein Unfall seit acht Jahren',
  'Conducteur ponctuel, aucun accident responsable',
  'peste 1 milion de km fără accident din vina mea',
  'Permis: A, B, C, CE, fără puncte de penalizare',
  'Driving licence: no points',
  'Shift work: no problem',
  'Schichtarbeit ist für mich kein Problem',
  'Turnos rotativos sin problema',
  'citesc scheme electrice fara probleme, nu lipsesc',
  'Keine Scheu vor Kunden',
  'Not afraid of early starts',
  'Zero-defect welding',
  'Not applicable',
  'Nicht ohne SAP',
  'No experience required: trained twelve beginners in SAP',
  'AHPRA registered nurse, no conditions',
  'Class 1 driver, clean licence, never missed a port slot',
  'I finished my degree at 34 and have not regretted it for a day',
  'Habe das Schrauben nie verlernt',
  'no he faltado ni un día en mi último empleo',
  'Taught German to adults who do not speak English',
  'Kurs „Backen ohne Gluten“, 2025',
  'Mathematician who left research for the classroom and never looked back',
  'Nu am lipsit niciodată',
])('%s is not an absence', (line) => {
  expect(readAbsence(line, place)).toEqual({ shown: line, absent: [] })
})

test.each([
  'Postgres migrations without downtime',
  'Nº de colegiada en activo',
  'Site de vente en PHP sans framework',
  'Vânzare de produse fără prescripție',
  'Programa de familias sin hogar',
  'Introduced SAP because the company did not have an ERP',
  'Deutschkurse für Menschen ohne Deutschkenntnisse',
  'Planos eléctricos que no existían en digital',
])('%s describes work', (line) => {
  expect(readAbsence(line, { heading: '', isAboutWork: true }).absent).toEqual([])
})

test('a line that names nothing is about its heading', () => {
  const { absent } = readAbsence('Nu am. Nu pot conduce din motive de vedere.', {
    heading: 'Permis de conducere',
    isAboutWork: false,
  })
  expect(absent.join(' ')).toContain('Permis de conducere')
})
