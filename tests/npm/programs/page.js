// A page that plays a game of bots and shows its record.
import { load } from 'elektro';

const elektro = await load();
const game = elektro.newGame({ players: 3, seed: 'page' });
const bots = ['easy', 'normal', 'easy'].map((level, seat) => game.bot(seat, level));
while (!game.ended) bots[game.toMove].play();
const record = document.createElement('pre');
record.id = 'record';
record.textContent = game.record();
document.body.append(record);
