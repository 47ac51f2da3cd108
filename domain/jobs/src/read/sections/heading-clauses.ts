// Reads headings that are clauses of their own: "What we ask for", "Das geben wir dir", "Ce que tu apportes", "Te pedimos".
// Such headings have endless wordings, but few meanings: the company gives or asks for something, or the applicant has or
// does something. The verb decides, together with its subject. Written as `foldPhrase` returns them.
import { wordPattern } from '@gatehouse/reading/word-pattern'
import type { PostingSectionKind } from './section-kind.ts'

/** What an applicant need not have; it contains the words of an obligation. */
const notNeeded = wordPattern([
  'not a must|no must|not necessary|not needed|not mandatory|not a requirement|not obligatory|not a dealbreaker',
  'muss aber nicht|muss nicht|nicht notig|nicht notwendig|nicht erforderlich|nicht unbedingt|keine pflicht|kein ko-kriterium',
  'kein k-o-kriterium|keine bedingung|keine voraussetzung|pas obligatoire*|pas indispensable*|pas exige*|pas requis*',
  'pas necessaire*|sans etre obligatoire*|no es obligatorio|no es imprescindible|no imprescindible*|no obligatorio*',
  'no indispensable*|no es indispensable|no es necesario|no es excluyente|no excluyente*|nu e necesar*|nu este necesar*',
  'nu e musai|nu neaparat|fara a fi necesar*|neobligatori*',
])

/** Images and comparisons that only introduce wishes. */
const wishes = wordPattern([
  'asset|assets|considered an asset|desirables|icing on the cake|cherry on top|cherry on the cake|an edge|extras|nice extras',
  'delighted if|even more if|wed be happy if|toll ware|klasse ware|gut ware|perfekt ware|sahnehaub*|kirsche auf*',
  'gern auch|gerne auch|auch gern|auch gerne|*dem hilfreich|*lich hilfreich|uns * freut|freut uns|freuen uns',
  'un atout|constitue un atout|constituent un atout|la cerise|apprecierions|apprecions|adorerions|ferait plaisir|mejor si',
  'suma si|suman|sumas|te suma|ayuda si|la guinda|ar fi bine|ne-ar placea|ideal ar fi|se apreciaza|apreciem|ajuta daca',
  'cireasa de pe tort',
])
/** "If you also have": the heading of wishes that end with "that would be a plus". */
const alsoHave =
  /^(?:if|wenn|falls|si|daca)(?!\p{L}).*(?:also|too|auch|ausserdem|aussi|en plus|ademas|tambien)$/u
const alsoWord =
  /^(?:if you also|wenn du (?:auch|ausserdem|dazu)|wenn sie (?:auch|ausserdem|dazu)|falls du auch|si (?:tu|vous) \p{L}+ (?:aussi|en plus)|si ademas|si tambien|daca ai si|daca (?:mai|pe langa))(?!\p{L})/u

const responsible = wordPattern([
  'zustandig|verantwortlich|verantwortest|verantworten sie|in charge|responsible|charge de|chargee de|en charge',
  'responsable de|responsabil de|responsabil pentru|pour mission*|a cargo de|a tu cargo',
])

const companyGives = wordPattern([
  'we can offer|we give|we promise|we reward|we provide|our promise*|from us|on the table|look forward to|you can expect',
  'you receive|geben wir|wir geben|wir dir geben|wir ihnen geben|wir * geben|versprechen wir|wir * versprechen|wir versprechen',
  'sorgen wir|wir sorgen|hast du davon|haben sie davon|davon hast|davon haben|du davon hast|sie davon haben|rausspringt',
  'springt * raus|fur dich raus|gibt es bei uns|bei uns gibt*|dafur gibt*|fur uns spricht|von uns erwarten|von uns bekommen',
  'von uns bekommst|bei uns bekommen|nous offrons|nous toffrons|toffrons|vous offrons|nous proposons|nous donnons|on donne',
  'nous garantissons|lon propose|lon offre|on te donne|on vous donne|vous aurez|tu auras|vous recevez|tu recois|vous recevrez',
  'venir chez nous|nous choisir|damos|te damos|recibes|recibiras|esperar de nosotros|propuesta|proponemos|garantizamos',
  'vas a tener|vas a recibir|vas a encontrar|tendras|conseguiras|propunem|va propunem|iti propunem|dam|iti dam|ti dam',
  'ce-ti dam|garantam|asiguram|vei primi|vei beneficia|beneficiezi|salarizare|angajatorul ofera|compania ofera|firma ofera',
])

const companyAsks = wordPattern([
  'we ask|we ask for|we require|we want|we need|counts for us|matters to us|non-negotiable|non-negotiables|dealbreakers',
  'is this you|sound like you|fit in if|wir von dir erwarten|wir von ihnen erwarten|wir brauchen|wir * erwarten|wir voraussetzen|setzen wir voraus|voraussetzen|wir verlangen',
  'verlangen wir|zahlt|uns ankommt|kommt es an|ankommt|fehlen darf|geht es nicht|gehts nicht|wir * wunschen|nous demandons',
  'on * demande|on demande|nous exigeons|nous voulons|nous souhaitons|compte pour nous|conditions dacces|solicita|se solicita',
  'solicitamos|te pedimos|excluyente|excluyentes|no puede faltar|queremos|se exige|nos importa|solicitam|se solicita',
  'se cere|ne asteptam|vrem|neaparat|conditii de angajare|conditii de acces|nu trebuie sa lipseasca',
])

const applicantHas = wordPattern([
  'sie haben|haben sie|sie verfugen|verfugen sie|sie besitzen|du kannst|sie konnen|du verfugst|dein konnen|ihr konnen',
  'deine starken|ihre starken|deine qualifikation*|deine erfahrung*|apportes|apportez|tu as|as-tu|avez-vous|tu possedes',
  'vous possedez|votre parcours|ton parcours|vos atouts|tes atouts|vos forces|tenes|tenes que tener|cuentas con|dispones',
  'posees|debes contar|aportas|aduci|detii|ce-ti trebuie|iti trebuie|ti trebuie|ai asa ceva|dispui|posezi',
])

/** The applicant's work: a week, a day, or a verb that is none of the others. */
const applicantDoes = wordPattern([
  'your day*|your days|typical week|your week|a week in|spend your time|like you to do|want you to do|in this job|you come in',
  'you will|youll|youll be|contribute|keeps you busy|arbeitstag|dein tag|ihr tag|deine woche|neue stelle|neuer job|wirkungsfeld',
  'sie tun|tun sie|tun werden|tun wirst|wirst du|du wirst|werden sie|kummerst|kummern sie|beschaftigst|beschaftigen sie',
  'packst|anpacken|gibt es zu tun|au programme|vos journees|tes journees|votre semaine|ta semaine|vous allez|tu vas',
  'vous serez|tu seras|le travail|contenu de la fonction|ferez-vous|feras-tu|faites|fais|concretement vous|dans ce poste vous',
  'el trabajo|trabajaras|tu jornada|tu semana|haces|obligatiuni*|obligatiunile|munca ta|urmeaza sa faci|sa faci|veti',
])
/** A verb of the second person at the end, or only its subject, as the list continues the sentence: "Concrètement, vous". */
const secondPerson =
  /(?<!\p{L})(?:du \p{L}{3,}st|sie \p{L}{3,}en|vous \p{L}{3,}ez|tu \p{L}{4,}es|vei \p{L}+|\p{L}{3,}(?:aras|eras|iras))$|, (?:you|du|sie|vous|tu)$/u

const rules: readonly (readonly [PostingSectionKind, (folded: string) => boolean])[] = [
  ['nice', (folded) => wishes.test(folded)],
  ['offer', (folded) => companyGives.test(folded)],
  ['must', (folded) => companyAsks.test(folded) || applicantHas.test(folded)],
  ['tasks', (folded) => applicantDoes.test(folded) || secondPerson.test(folded)],
]

/** The section of a heading whose words would otherwise be taken for an obligation: "kein Muss", "dafür bist du zuständig". */
export function sectionDespiteWords(folded: string): PostingSectionKind | undefined {
  if (notNeeded.test(folded) || isAlso(folded)) return 'nice'
  return responsible.test(folded) ? 'tasks' : undefined
}

/** The section that a clause introduces; for lines that have the form of a heading. */
export function sectionOfClause(folded: string): PostingSectionKind | undefined {
  return rules.find(([, applies]) => applies(folded))?.[0]
}

function isAlso(folded: string): boolean {
  return alsoWord.test(folded) || alsoHave.test(folded)
}
