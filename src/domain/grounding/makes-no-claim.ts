const DOCUMENT_WORD =
  /(?<!\p{L})(?:documents?|passages?|sources?|files?|library|excerpts?|dokument\p{L}*|quellen?|dateien?|passagen|bibliothek|unterlagen|extraits?|fichiers?|documento?s?|fuentes?|fonti|archivos?|документ\p{L}*|источник\p{L}*)(?!\p{L})|文档|文件|資料|资料|文書|문서|자료|المستند|الوثائق|दस्तावेज/iu;
const DENIAL =
  /(?<!\p{L})(?:not?|none|nothing|cannot|can['’]t|\p{L}+n['’]t|nicht|nichts|kein\p{L}*|pas|aucune?|rien|ning\p{L}*|nada|non|nessun\p{L}*|não|nenhum\p{L}*|не|нет|niet|geen|لا|لم|नहीं)(?!\p{L})|[不没沒無无未]|ない|ません|않|없/iu;
const SAYING =
  /contain|mention|say|state|specif|answer|includ|cover|provid|find|found|enth[aä]lt|erwähn|sag|nenn|steh|gefunden|contien|précis|indiqu|trouv|dice|encuentr|contiene|menzion|trova|encontr|содерж|упомин|найд|包含|提到|提及|说明|記載|書かれ|언급|포함|나와|تحتوي|تذكر|उल्लेख/iu;
const OWN_REMARK =
  /^(?:hello|hi\b|hey|sure|certainly|of course|gladly|thank|you(?:'re| are) welcome|i\b|let me|please|here(?:'s| is| are)\b|this answer|these are quotations|no language model|to (?:connect|get)\b|hallo|guten|gern|klar|natürlich|danke|bitte|ich\b|hier (?:ist|sind)\b|diese antwort|bonjour|voici|bien sûr|merci|je\b|hola|aquí|claro|gracias|ecco|certo|grazie|olá|aqui)/iu;

/** Greetings, questions, lead-ins to a list, and remarks on what the documents do or do not hold. */
export function makesNoClaim(sentence: string): boolean {
  const isAboutAbsence = [DOCUMENT_WORD, DENIAL, SAYING].every((pattern) => pattern.test(sentence));
  return isAboutAbsence || OWN_REMARK.test(sentence) || /[?:？：]["'”’»)]?$/.test(sentence);
}
