// Words that distinguish the title of a role from the name of an employer, in English, German, French, Spanish and Romanian.
import { foldText } from '@gatehouse/reading/fold-text'
import { rememberReadings } from '@gatehouse/reading/remember-readings'
import { foldGender } from '@gatehouse/vocabulary/gender-forms'

// Beginnings of words, folded.
const titleStems =
  'manager|managing|engineer|developer|consultant|analyst|assistant|director|specialist|officer|coordinator|administrat|' +
  'technician|designer|architect|lead|head|intern|trainee|apprentice|nurse|teacher|tutor|trainer|driver|operator|' +
  'supervisor|representative|agent|clerk|accountant|cashier|chef|cook|waiter|waitress|mechanic|electrician|welder|plumber|' +
  'carpenter|worker|buyer|planner|recruiter|scientist|researcher|professor|lecturer|editor|writer|translator|lawyer|' +
  'attorney|paralegal|secretary|receptionist|sales(?:man|woman|person)|seller|controller|auditor|tester|programmer|founder|' +
  'co-?founder|owner|ceo|cto|cfo|coo|vp|president|partner|junior|senior|freelance|therapist|physician|doctor|pharmacist|' +
  'foreman|cleaner|guard|advisor|adviser|associate|strategist|executive|barista|surgeon|dispatcher|packer|picker|fitter|' +
  'leiter|teamleit|ingenieur|entwickler|berater|kauf(?:mann|frau|leute)|verkaufer|techniker|mechaniker|meister|pfleg|' +
  'lehrer|erzieher|fahrer|sachbearbeit|assistenz|referent|mitarbeiter|praktikant|werkstudent|geschaftsfuhr|auszubildend|' +
  'koch|kellner|buchhalt|arzt|arztin|monteur|schweisser|lagerist|helfer|fachkraft|spezialist|experte|architekt|elektroniker|mechatronik|ausbildung|inhaber|' +
  'elektriker|tischler|maurer|schlosser|disponent|einkaufer|redakteur|softwareentwickl|projektleit|' +
  'developpeu|responsable|charge|directeur|directrice|conseiller|vendeu|technicien|infirmier|comptable|gestionnaire|' +
  'stagiaire|apprenti|ouvrier|conducteur|conductrice|chauffeur|cuisinier|serveu|enseignant|professeur|analyste|employe|' +
  'educateur|educatrice|magasinier|mecanicien|electricien|soudeu|secretaire|juriste|avocat|acheteu|aide-|commis|opticien|formateur|formatrice|preparateur|alternan|' +
  'educador|ingenier|desarrollad|jefe|jefa|encargad|asistente|asesor|vendedor|tecnic|enfermer|contable|gestor|becari|aprendiz|' +
  'operari|conductor|chofer|cociner|camarer|maestr|profesor|analista|consultor|agente|emplead|mozo|electricista|soldador|' +
  'abogad|comprador|dependient|auxiliar|programador|coordinador|limpiador|instalador|ayudante|repartidor|cajer|' +
  'inginer|dezvoltator|programator|sef|responsabil|asistent|consilier|vanzator|tehnician|contabil|economist|stagiar|ucenic|' +
  'muncitor|sofer|bucatar|ospatar|invatator|educator|analist|lucrator|mecanic|sudor|jurist|coordonator|reprezentant|librar|' +
  'casier|asociat|gestionar|receptioner|infirmier|medic|lacatus|zugrav|tamplar|bibliotecar|referent|ofiter|agent|ajutor'

const titleWord = new RegExp(String.raw`(?:^|[^\p{L}])(?:${titleStems})`, 'u')
// German joins words: "Vertriebsingenieurin", "Altenpfleger".
const germanTitleEnd =
  /\p{L}{3}(?:leiter|ingenieur|entwickler|berater|kaufmann|kauffrau|verkaufer|techniker|mechaniker|meister|pfleger|lehrer|fahrer|bearbeiter|assistent|referent|mitarbeiter|helfer|fachkraft|spezialist|schlosser|monteur|elektroniker|bauer|fuhrer|arbeiter|verwalter|manager|redakteur|schwester|einkaufer|buchhalter|elektriker|koch|arzt|angestellter?|gestalter|informatiker|zeichner|laborant|warter|binder|macher|florist|friseur)(?:in)?(?![\p{L}])/u

/** Words and legal forms that name a company or an institution. */
const employerWord =
  /(?:^|[^\p{L}])(?:gmbh|mbh|ag|kg|kgaa|ohg|se|ug|e\.? ?v\.?|inc|ltd|limited|llc|llp|plc|corp|corporation|co|company|compania|group|gruppe|groupe|grupo|grupul|holding|s\.?a\.?s?|s\.?l\.?u?|s\.?r\.?l\.?|sarl|s\.?c\.?|b\.?v\.?|bank|banca|banque|banco|sparkasse|hospital|spital(?:ul)?|hopital|krankenhaus|\p{L}*klinik(?:um)?|clinic|clinica|clinique|universit\p{L}*|hochschule|school|schule|ecole|escuela|scoala|college|colegiul|hotel|restaurant|stadt|stadtwerke|ministerium|ministry|ministerio|ministere|ministerul|primaria|ayuntamiento|mairie|solutions|services|systems|technologies|consulting|labs?|studio|agency|agentur|agence|agencia|institute?|institut(?:ul)?|foundation|stiftung|verlag|werke?|logistics|logistik|industries|international|partners|supermarket|apotheke|pharmacie|farmacia|kita|kindergarten|praxis|kanzlei|autohaus)(?![\p{L}])/u

/** Positive for a title, negative for an employer, 0 if the words show neither. */
export const titleScore = rememberReadings((text: string): number => {
  const folded = foldText(text)
  const isTitle = titleWord.test(folded) || germanTitleEnd.test(folded) || titleWord.test(inOneGender(folded))
  return (isTitle ? 2 : 0) - (employerWord.test(folded) ? 1 : 0)
})

/** "Operatoare" is a title as "operator" is. */
function inOneGender(folded: string): string {
  return folded.replaceAll(/\p{L}+/gu, foldGender)
}
