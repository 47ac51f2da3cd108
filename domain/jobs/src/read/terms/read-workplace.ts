// Reads whether the work is done at the workplace, at home or at both, and on how many days at the workplace.
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { Stated, Workplace } from '../../posting.ts'
import type { SectionedLine } from '../posting-line.ts'

const counts = [
  ['1', 'one', 'ein', 'eine', 'einen', 'einem', 'un', 'une', 'uno', 'o'],
  ['2', 'two', 'zwei', 'deux', 'dos', 'doua'],
  ['3', 'three', 'drei', 'trois', 'tres', 'trei'],
  ['4', 'four', 'vier', 'quatre', 'cuatro', 'patru'],
  ['5', 'five', 'funf', 'cinq', 'cinco', 'cinci'],
]
const number = `(?:${counts.flat().join('|')})`
const dayWord = String.raw`(?:feste[nr]? )?(?:days?|tage?n?|jours?|j\/|dias?|zi|zile)`
const atHome = String.raw`(?:home|home ?office|home-office|zu hause|teletravail|a domicile|chez (?:vous|toi|soi)|a la maison|teletrabajo|desde casa|en casa|en remoto|a distance|a distancia|de acasa|acasa|telemunca|remote|mobil\p{L}* arbeiten|mobil\p{L}* arbeit)`
const atOffice = String.raw`(?:in the office|in our office|at the office|at our office|in office|on site|on-site|onsite|im buro|vor ort|au bureau|au cabinet|sur site|sur place|en presentiel|en oficina|en la oficina|en nuestra oficina|presencial\p{L}*|la birou|la sediu)`
/** A few words of the same part of a sentence. */
const few = String.raw`[^.;]{0,32}?[ (]`

/** Days at home mean a mixture, whichever words stand between the number and the place. */
const homeDays = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${number} ${dayWord}${few}${atHome}|${atHome}${few}${number} ${dayWord})(?!\p{L})`,
  'u',
)
const officeDays = new RegExp(
  String.raw`(?<![\p{L}\d])(?<count>${number}) ${dayWord}${few}${atOffice}(?!\p{L})`,
  'u',
)
const hybrid = wordPattern([
  'hybrid|hybride|hybrides|hybriden|hybrider|hybridmodell|hybrid-*|hibrid|hibrida|hibrido|mix of home|home and office',
  'split your time|partly remote|partially remote|remote days|some remote|some home working|occasional home working',
  'option to work from home|work from home option|home office option|remote options|flexible working from home',
  'homeoffice-moglichkeit*|home-office-moglichkeit*|homeoffice moglich|home-office moglich|home office moglich',
  'moglichkeit zum homeoffice|moglichkeit zum home-office|moglichkeit zu homeoffice|moglichkeit auf homeoffice',
  'moglichkeit von homeoffice|anteilig homeoffice|teilweise homeoffice|teilweise im homeoffice|teilweise remote',
  'tageweise homeoffice|tageweise im homeoffice|homeoffice-tage|home-office-tage|homeoffice-anteil|homeoffice-regelung',
  'mobiles arbeiten|mobile arbeit|mobilarbeit|home office|teletravail partiel|teletravail possible',
  'teletravail ponctuel|teletravail occasionnel|teletravail regulier|teletravail partiellement|accord de teletravail',
  'teletrabajo parcial|teletrabajo ocasional|posibilidad de teletrabajo|opcion de teletrabajo|opcion a teletrabajo',
  'telemunca partiala|posibilitatea de telemunca|posibilitatea de a lucra de acasa|posibilitate de lucru de acasa',
  'zile de acasa|telemunca ocazional*',
])
const notHome = wordPattern([
  'no remote|not remote|not a remote|no home office|no homeoffice|no working from home|cannot be done remotely',
  'not possible remotely|home working is not|remote work is not|kein homeoffice|kein home-office|kein home office',
  'kein remote|keine homeoffice*|keine remote*|homeoffice ist nicht|homeoffice nicht|home office ist nicht',
  'nicht im homeoffice|ohne homeoffice|sans teletravail|pas de teletravail|aucun teletravail|teletravail non|non teletravail*',
  'teletravail nest pas|sin teletrabajo|no hay teletrabajo|teletrabajo no|no se ofrece teletrabajo|fara munca de acasa',
  'fara telemunca|nu se lucreaza de acasa|fara lucru de acasa|nu remote|fara remote|fara posibilitate*',
])
const remote = wordPattern([
  'remote|remotely|remote-first|full-remote|work from anywhere|work from home|working from home|home-based|homebased',
  'home based|work at home|homeoffice|home-office|standortunabhangig*|ortsunabhangig*|teletravail|distanciel|a distance',
  'teletrabajo|remoto|remota|a distancia|desde casa|munca la distanta|lucru la distanta|la distanta|telemunca',
  'lucru de acasa|munca de acasa|lucrezi de acasa|de oriunde',
])
const onSite = wordPattern([
  'on-site|on site|onsite|in-person|in person|office-based|office based|in-office|site-based|at our premises',
  'at our office|vor ort|prasenz|prasenzarbeit|prasenzstelle|in prasenz|presentiel|en presentielle|sur site|sur place',
  'presencial|presenciales|presencialmente|presencialidad|la sediu|la sediul|la birou|in birou|la fata locului|exclusiv la|la fabrica',
])
/** Words beside "on site" that make it something else than the place of work: "on-site canteen". */
const onSiteThing = new RegExp(
  [
    String.raw`(?:on-?\s?site|sur place|vor ort)[\s-]+(?:canteen|gym|parking|cafeteria|restaurant|nursery|creche|kita|kantine|parkplatze|medical|training|childcare|chef|bar|nurse|shop)`,
    String.raw`(?:lunch|meals?|parking|canteen|restauration|restaurant|kantine|parkplatze?|verpflegung|repas|works?|projects?|safety|logement|wohnung)\s(?:on site|on-site|sur place|vor ort)`,
  ].join('|'),
  'u',
)

/** Sites that the place of work is named by: "Adelaide (on the ward)", "Chișinău, la oficiu", "santiere in oras". */
const site = wordPattern([
  'on the ward|in store|in-store|on the shop floor|in the shop|at the plant|at our plant|in our shop|in our store|in our workshop',
  'in our kitchen|in our clinic|at our clinic|at our site|at our school|at our warehouse|in the field|on the road|on campus',
  'in der filiale|in unserer filiale|in der werkstatt|in unserer werkstatt|in der praxis|in unserer praxis|in unserer kanzlei',
  'in unserem werk|im werk|im markt|im laden|im haus|auf der baustelle|baustellen|im aussendienst|sur chantier|chantiers',
  'en magasin|en boutique|en atelier|dans nos locaux|a lagence|en agence|en usine|sur le terrain|en tienda|en planta|en taller',
  'en nuestra oficina|en nuestra tienda|en nuestra planta|en obra|en obras|en campo|la oficiu|in oficiu|la oficiul|in magazin',
  'la magazin|in fabrica|la fabrica|in atelier|in hala|la hala|pe santier|santiere|pe teren|la punctul de lucru|in salon',
])
/** A position that is "based" somewhere is done there, as nothing else is said about it. */
const basedAt = wordPattern([
  'poste base a|poste basee a|poste situe a|le poste est base|poste est situe|postul este in|puesto ubicado en|puesto con base en',
  'arbeit ist in|position is based at|role is based at|job is based at',
])
const siteLabel = wordPattern('worksite|work site|job site|duty station|punct de lucru|punctul de lucru')

type Part = Pick<SectionedLine, 'folded' | 'kind' | 'label'>

export function readWorkplace(lines: readonly SectionedLine[]): Stated<Workplace> | null {
  const eligible = lines.filter(({ kind }) => kind !== 'must' && kind !== 'nice' && kind !== 'tasks')
  const found = eligible.flatMap((line) => {
    const value = workplaceOf(line)
    return value ? [{ value, line: line.number, kind: line.kind, isWhole: !isPartial(line.folded) }] : []
  })
  // Work that is remote as a whole stays so if the benefits mention it again: "remote work with flexible hours".
  const whole = found.find(({ value, isWhole, kind }) => value === 'remote' && isWhole && kind !== 'offer')
  // A mixture may be stated by days at home in one line and the office in another; it wins over both.
  const mixed = found.find(({ value, kind }) => value === 'hybrid' && !(whole && kind === 'offer'))
  const chosen = mixed ?? whole ?? found[0]
  return chosen ? { value: chosen.value, line: chosen.line } : null
}

function workplaceOf({ folded, kind, label }: Part): Workplace | undefined {
  if (notHome.test(folded)) return 'on_site'
  if (hybrid.test(folded) || homeDays.test(folded)) return 'hybrid'
  if (kind !== 'about' && remote.test(folded))
    return kind === 'offer' && isPartial(folded) ? 'hybrid' : 'remote'
  const days = officeDaysOf(folded)
  if (days > 0) return days < 5 ? 'hybrid' : 'on_site'
  if (kind === 'offer' || kind === 'about') return undefined
  const isOnSite = onSite.test(folded) && !onSiteThing.test(folded)
  const isAtSite = kind === 'terms' && (site.test(folded) || siteLabel.test(label))
  return isOnSite || isAtSite || basedAt.test(folded) ? 'on_site' : undefined
}

/** A benefit of home office without a share means some days. */
function isPartial(folded: string): boolean {
  return !/fully|full|100|vollstandig|komplett|complet|total|anywhere|oriunde|ausschliesslich/u.test(folded)
}

export function readOnsiteDays(lines: readonly SectionedLine[]): Stated<number> | null {
  const line = lines.find(({ folded }) => officeDaysOf(folded) > 0)
  return line ? { value: officeDaysOf(line.folded), line: line.number } : null
}

/** 0 if the line states none. */
function officeDaysOf(folded: string): number {
  const count = officeDays.exec(folded)?.groups?.['count']
  return counts.findIndex((words) => count !== undefined && words.includes(count)) + 1
}
