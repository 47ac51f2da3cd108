import { expect, test } from 'vitest'
import { cleanTitle } from './clean-title.ts'

test.each([
  ['KS2 CLASS TEACHER (Year 5), full time, from January 2027', 'KS2 CLASS TEACHER (Year 5)'],
  ['ÉLECTRICIEN BÂTIMENT N3 (F/H) – CDI 39 h', 'ÉLECTRICIEN BÂTIMENT N3 (F/H)'],
  ['COMPTABLE (H/F/X) – temps plein – contrat à durée indéterminée', 'COMPTABLE (H/F/X)'],
  ['Chef de rang (H/F) – 100 % – contrat à l’année', 'Chef de rang (H/F)'],
  ['Analista de Datos (Sr/Ssr) - 100% remoto', 'Analista de Datos (Sr/Ssr)'],
  ['Warehouse Team Lead – 2nd Shift', 'Warehouse Team Lead'],
  ['Steuerfachangestellte (m/w/d) in Voll- oder Teilzeit ab 30 Stunden', 'Steuerfachangestellte (m/w/d)'],
  ['Erzieher*in für unsere Krippe (m/w/d), 32 bis 39 Stunden', 'Erzieher*in für unsere Krippe (m/w/d)'],
  ['ANGAJAM ELECTRICIAN', 'ELECTRICIAN'],
  ['Angajăm șofer categoria C', 'șofer categoria C'],
  ['Wir suchen ab sofort eine/n Bäcker/in (m/w/d) in Vollzeit', 'Bäcker/in (m/w/d)'],
  ['Koch (m/w/d) gesucht!', 'Koch (m/w/d)'],
  ['We are hiring: Bartender', 'Bartender'],
  ['Lindner Gruppe sucht: Fachkraft für Logistik', 'Fachkraft für Logistik'],
  ['Northgate Partners is looking for: Canteen assistant', 'Canteen assistant'],
  ['Part-time Sales Assistant', 'Sales Assistant'],
  ['Nous recrutons un plombier chauffagiste', 'plombier chauffagiste'],
  ['Se busca camarero/a – media jornada', 'camarero/a'],
  ['Oferta de empleo: Soldador', 'Soldador'],
  ['Pharmacist, Dublin', 'Pharmacist'],
  ['Data Analyst, Customer Insights', 'Data Analyst, Customer Insights'],
  ['Technicien de maintenance - Industrie', 'Technicien de maintenance - Industrie'],
  ['Contract Manager', 'Contract Manager'],
  ['Lawyer – Contract Law', 'Lawyer – Contract Law'],
  ['Serveur (H/F), à partir du 1er mars', 'Serveur (H/F)'],
  ['Remote', 'Remote'],
  ['We are looking for a pastry cook to join our kitchen. You will bake.', 'pastry cook'],
  ['Wir suchen einen Maler (m/w/d) zur Verstärkung unseres Teams', 'Maler (m/w/d)'],
  ['Nous recherchons une infirmière pour rejoindre notre équipe de nuit.', 'infirmière'],
  ['Buscamos un contable para incorporarse a nuestra oficina', 'contable'],
  ['Căutăm un contabil pentru a se alătura echipei noastre. Contabilul ține evidența.', 'contabil'],
  ['We are hiring: Sr. Engineer, C. Networks', 'Sr. Engineer, C. Networks'],
  [
    'Key Account Manager for our team in Ghent. Start soon',
    'Key Account Manager for our team in Ghent. Start soon',
  ],
])('%s is the title %s', (title, expected) => {
  expect(cleanTitle(title)).toBe(expected)
})
