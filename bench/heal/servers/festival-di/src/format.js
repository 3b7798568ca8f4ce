function clock(time) {
  const [hours, minutes] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`;
}

function summarize(act, stage) {
  return { id: act.id, name: act.name, stage: stage.title, at: clock(act.startsAt) };
}

module.exports = { clock, summarize };
