-- SPDX-License-Identifier: GPL-2.0-or-later
-- The same protocol the way a careful author would write it in Lua: for comparison with the plugin, not for use.
-- It deciphers (with the cipher's own shortcut, the table by the feedback byte), walks the messages, names opcodes and
-- shows the header of StateUpdates.

local proto = Proto("bcnetlua", "Bridge Commander in Lua")

local types = { [0x00] = "Announcement", [0x01] = "Ack", [0x02] = "Keepalive", [0x03] = "Connect", [0x04] = "Boot",
                [0x05] = "Disconnect", [0x32] = "Message" }
local opcodes = { [0x00] = "Settings", [0x01] = "GameInit", [0x02] = "ObjectCreate", [0x03] = "ObjectCreateTeam",
                  [0x06] = "PythonEvent", [0x07] = "StartFiring", [0x08] = "StopFiring", [0x0A] = "SubsysStatus",
                  [0x13] = "SelfDestruct", [0x14] = "DestroyObject", [0x15] = "CollisionEffect", [0x17] = "PlayerJoined",
                  [0x19] = "TorpedoFire", [0x1A] = "PulseFire", [0x1C] = "StateUpdate", [0x20] = "ChecksumRequest",
                  [0x21] = "ChecksumResponse", [0x29] = "DamageMark", [0x2A] = "NewPlayer", [0x2C] = "Chat",
                  [0x35] = "MissionInit", [0x36] = "ScoreChange", [0x37] = "Score" }

local f = {
    peer = ProtoField.uint8("bcnetlua.peer", "Sender", base.HEX),
    count = ProtoField.uint8("bcnetlua.count", "Messages"),
    kind = ProtoField.uint8("bcnetlua.msg.type", "Type", base.HEX, types),
    length = ProtoField.uint16("bcnetlua.msg.length", "Length"),
    seq = ProtoField.uint16("bcnetlua.msg.seq", "Sequence number"),
    opcode = ProtoField.uint8("bcnetlua.opcode", "Opcode", base.HEX, opcodes),
    object = ProtoField.uint32("bcnetlua.state.object", "Object", base.HEX),
    time = ProtoField.float("bcnetlua.state.game_time", "Game time"),
    flags = ProtoField.uint8("bcnetlua.state.flags", "Flags", base.HEX),
    x = ProtoField.float("bcnetlua.state.position.x", "X"),
    y = ProtoField.float("bcnetlua.state.position.y", "Y"),
    z = ProtoField.float("bcnetlua.state.position.z", "Z"),
    rest = ProtoField.bytes("bcnetlua.rest", "Rest"),
}
proto.fields = { f.peer, f.count, f.kind, f.length, f.seq, f.opcode, f.object, f.time, f.flags, f.x, f.y, f.z, f.rest }

-- Products of the five rounds, and what each round adds to the mask, for every feedback byte: all ten key bytes have
-- been XORed with it.
local key = { 0x41, 0x6C, 0x62, 0x79, 0x52, 0x75, 0x6C, 0x65, 0x73, 0x21 }
local products, masks = {}, {}
for x = 0, 255 do
    local w, mask, row = 0, 0, {}
    for r = 0, 4 do
        w = bit.bxor((bit.bxor(key[2 * r + 1], x)) * 256 + bit.bxor(key[2 * r + 2], x), w)
        row[r + 1] = (w * 0x015A) % 65536
        w = (w * 0x4E35 + 1) % 65536
        mask = bit.bxor(mask, w)
    end
    products[x], masks[x] = row, mask
end

local function decipher(range)
    local raw = range:bytes():raw()
    local out, sum, carry, x = { string.sub(raw, 1, 1) }, 0, 0, 0
    for i = 2, #raw do
        local row, mask = products[x], masks[x]
        for r = 0, 4 do
            local product = row[r + 1]
            sum = ((sum + r) * 0x4E35 + carry + product) % 65536
            carry = product
            mask = bit.bxor(mask, sum)
        end
        local plain = bit.band(bit.bxor(string.byte(raw, i), mask % 256, math.floor(mask / 256)), 255)
        out[i] = string.char(plain)
        x = bit.bxor(x, plain)
    end
    return ByteArray.new(table.concat(out), true)
end

local function state(tvb, tree, position, last)
    if last - position < 10 then return end
    tree:add_le(f.object, tvb(position + 1, 4))
    tree:add_le(f.time, tvb(position + 5, 4))
    local flags = tvb(position + 9, 1):uint()
    tree:add(f.flags, tvb(position + 9, 1))
    position = position + 10
    if bit.band(flags, 1) ~= 0 and last - position >= 12 then
        tree:add_le(f.x, tvb(position, 4))
        tree:add_le(f.y, tvb(position + 4, 4))
        tree:add_le(f.z, tvb(position + 8, 4))
        position = position + 12
    end
    if position < last then tree:add(f.rest, tvb(position, last - position)) end
end

local function payload(tvb, tree, position, last)
    if position >= last then return "empty" end
    local opcode = tvb(position, 1):uint()
    tree:add(f.opcode, tvb(position, 1))
    if opcode == 0x1C then
        state(tvb, tree, position, last)
    elseif position + 1 < last then
        tree:add(f.rest, tvb(position + 1, last - position - 1))
    end
    return opcodes[opcode] or string.format("opcode %02x", opcode)
end

-- Returns the end of the message and what it is, nothing when it cannot be read.
local function message(tvb, tree, position)
    local size = tvb:len()
    local kind = tvb(position, 1):uint()
    local length, header = 1, 1
    if kind == 0x01 then
        if size - position < 4 then return end
        length = bit.band(tvb(position + 3, 1):uint(), 1) ~= 0 and 5 or 4
    elseif kind ~= 0x02 then
        if not types[kind] or size - position < 3 then return end
        length = tvb(position + 1, 2):le_uint()
        header = bit.band(length, 0x8000) ~= 0 and 5 or 3
        local fragment = kind == 0x32 and bit.band(length, 0x2000) ~= 0
        length = bit.band(length, kind == 0x32 and 0x1FFF or 0x3FFF)
        if length < header or position + length > size then return end
        if fragment then header = length end
    end
    if position + length > size then return end
    local sub = tree:add(proto, tvb(position, length), types[kind])
    sub:add(f.kind, tvb(position, 1))
    local words = types[kind]
    if kind == 0x01 then
        sub:add_le(f.seq, tvb(position + 1, 2))
    elseif header > 1 then
        sub:add(f.length, tvb(position + 1, 2), length)
        if header >= 5 then sub:add_le(f.seq, tvb(position + 3, 2)) end
        if kind == 0x32 then words = payload(tvb, sub, position + header, position + length) end
    end
    return position + length, words
end

function proto.dissector(buffer, pinfo, root)
    if buffer:len() < 2 or buffer(0, 1):uint() == 0x5C then return 0 end
    local tvb = decipher(buffer:range()):tvb("Deciphered")
    local tree = root:add(proto, buffer())
    tree:add(f.peer, tvb(0, 1))
    tree:add(f.count, tvb(1, 1))
    local position, words = 2, {}
    for i = 1, tvb(1, 1):uint() do
        if position >= tvb:len() then break end
        local word
        position, word = message(tvb, tree, position)
        if not position then break end
        words[i] = word
    end
    pinfo.cols.protocol = "BCLua"
    pinfo.cols.info = table.concat(words, " | ")
    return buffer:len()
end

DissectorTable.get("udp.port"):add(22101, proto)
