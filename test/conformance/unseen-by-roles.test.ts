import { someOf } from "../every-case.ts";
import { inTurns, startUnseen, testUnseen } from "./unseen.ts";

testUnseen(startUnseen(), (turn) => ["stranger", "owner", ...someOf(inTurns, turn, 1)]);
